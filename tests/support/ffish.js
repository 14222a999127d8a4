// Fairy-Stockfish for JavaScript as a witness: a line of JSON in, a line of JSON out. See ffish.py.
const [folder] = process.argv.slice(2)
delete globalThis.fetch // or it looks for its own file on the network
process.chdir(folder)
const ffish = require(folder)

let board = null

const listed = (text) => (text ? text.split(' ') : [])

function perft(depth) {
  if (depth === 1) return board.numberLegalMoves()
  let found = 0
  for (const move of listed(board.legalMoves())) {
    board.push(move)
    found += perft(depth - 1)
    board.pop()
  }
  return found
}

const answers = {
  start: ({ variant }) => {
    if (board) board.delete()
    board = new ffish.Board(variant)
    return null
  },
  variants: () => listed(ffish.variants().trim().replace(/\s+/g, ' ')),
  ini: ({ text }) => ffish.loadVariantConfig(text) ?? null,
  go: ({ back, moves }) => {
    for (let n = 0; n < back; n++) board.pop()
    const wrong = moves.find((move) => !board.push(move))
    const found = { moves: listed(board.legalMoves()), result: board.result(true), fen: board.fen() }
    return { ...found, dead: board.isInsufficientMaterial(), wrong: wrong ?? null }
  },
  perft: ({ depth }) => perft(depth),
}

ffish.onRuntimeInitialized = () => {
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const asked = JSON.parse(line)
    process.stdout.write(JSON.stringify(answers[asked.ask](asked)) + '\n')
  })
}
