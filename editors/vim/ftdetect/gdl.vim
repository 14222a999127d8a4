autocmd BufRead,BufNewFile *.gdl setfiletype gdl
