import type { Lesson } from '../lesson';
const lesson: Lesson = {
  id: 'sample', title: 'What looking is worth', summary: 'Count the boards that are possible, and see how a sense divides them.', minutes: 8,
  steps: [
    { id: 'start', heading: 'Three boards', text: ['Black has a knight and you do not know where. The *information set* is the list of all boards that are still possible.', 'Here it has three.'],
      show: { element: 'board', attributes: { boards: '4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1; 4k3/8/8/8/5n2/8/4P3/4K3 w - - 0 1; 4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1', weights: '3 1 1', overlays: 'pieces', panels: 'boards' } } },
    { id: 'votes', heading: 'Choose a move', text: ['A move.'], show: { element: 'game', attributes: { task: 'move', panels: 'boards', boards: '4k3/8/8/3n4/8/2P5/4P3/4K3 w - - 0 1; 4k3/8/8/8/3n4/2P5/4P3/4K3 w - - 0 1; 4k3/8/8/8/1n6/2P5/4P3/4K3 w - - 0 1', prompt: 'Take the knight.', hint: 'Which square?', explain: 'Because.' } } },
    { id: 'choose', heading: 'Choose a board', text: ['A choice.'], show: { element: 'game', attributes: { task: 'choose', weights: '3 1', boards: '4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1; 4k3/8/8/8/5n2/8/4P3/4K3 w - - 0 1', prompt: 'Which?', hint: 'Which?', explain: 'Because.' } } },
    { id: 'reach', heading: 'Slide', text: ['Slide.'], show: { element: 'game', attributes: { task: 'reach', squares: 'e5', turns: '1', fen: '6k1/8/8/4n3/8/8/4R3/4K3 w - - 0 1', agent: 'random', seed: '3', prompt: 'Slide the rook up.', hint: 'Ask for e8.', explain: 'It stops.' } } },
    { id: 'end', heading: 'To take away', text: ['That was it.'] },
  ],
  sources: [{ text: 'Somebody: Something. 2020.', url: 'https://example.org' }],
};
export default lesson;
