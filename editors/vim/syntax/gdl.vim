" Vim syntax file of game rules (gdl). Made by editors/words.py; the words come from the grammar.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_
syntax keyword gdlConstant false true
syntax keyword gdlSection end looks setup turn
syntax keyword gdlDeclaration board define direction game hidden option pieces players rename replace score set type
syntax keyword gdlStatement by choose deal draw either for if let lose most move pay put rank remove repeat roll shuffle together while win
syntax keyword gdlOperator after and in no not of or otherwise some through when where within
syntax keyword gdlConnecting as asking at bag else extends from has on pile point secretly telling to under until
syntax keyword gdlName empty kind me next piece player site stuck truth
syntax keyword gdlFunction abs around capital count distance index letter max min placements repeats sum the xor
syntax keyword gdlAttribute bottom corner corners edge edges height opposite owner sites top turned
syntax keyword gdlBoard cards fano grid hexhex pyramid rhombus ring star triangle
syntax keyword gdlDefined E N NE NW S SE SW W above adjacent apex back below border compass dark diagonal group layer leap left lines mark mine occupied opponent orthogonal right row run side theirs

syntax match gdlNumber /\<\d\+\>/
syntax match gdlName /\(\<define\s\+\(\w\+\.\)\?\)\@<=\w\+/
syntax match gdlTypeName /\(^type\s\+\)\@<=\w\+/
syntax match gdlComment /#.*$/ contains=gdlDirective,@Spell
syntax match gdlDirective /lint:\s*ignore\>/ contained
syntax region gdlText start=/"/ end=/"/ oneline contains=gdlInside
syntax region gdlInside matchgroup=Delimiter start=/{/ end=/}/ oneline contained contains=TOP,gdlText

highlight default link gdlConstant Boolean
highlight default link gdlSection PreProc
highlight default link gdlDeclaration PreProc
highlight default link gdlStatement Statement
highlight default link gdlOperator Operator
highlight default link gdlConnecting Statement
highlight default link gdlName Special
highlight default link gdlFunction Function
highlight default link gdlAttribute Identifier
highlight default link gdlBoard Type
highlight default link gdlDefined Identifier
highlight default link gdlNumber Number
highlight default link gdlName Function
highlight default link gdlTypeName Type
highlight default link gdlComment Comment
highlight default link gdlDirective Todo
highlight default link gdlText String

let b:current_syntax = 'gdl'
