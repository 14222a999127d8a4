" Settings for game rules (gdl): two blanks a level, comments behind #, `:make` lints, `gq` formats.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=:#
setlocal expandtab shiftwidth=2 softtabstop=2 textwidth=100
setlocal formatprg=gdl\ fmt\ -
setlocal suffixesadd=.gdl
compiler gdl

let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth< formatprg< suffixesadd<'
