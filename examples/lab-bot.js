// A bot for the Lab of Outpost's pages: it senses here and there, captures what it has seen, and otherwise moves at random.
let color;
let seen = {};

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];
const isTheirs = (piece) => Boolean(piece) && (piece === piece.toUpperCase()) !== (color === 'white');

export default function respond(event) {
  switch (event.event) {
    case 'game_start':
      color = event.color;
      break;
    case 'choose_sense':
      return { sense: anyOf('bcdefg') + anyOf('234567') };
    case 'sense_result':
      seen = event.squares;
      break;
    case 'choose_move':
      return { move: event.requests.find((move) => isTheirs(seen[move.slice(2, 4)])) ?? anyOf(event.requests) ?? null };
  }
  return { ok: true };
}
