" `:make` runs `gdl lint` on the file; findings go to the quickfix list.
if exists('current_compiler')
  finish
endif
let current_compiler = 'gdl'

CompilerSet makeprg=gdl\ lint\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror\ %m,%f:%l:%c:\ %tarning\ %m,%-G%.%#
