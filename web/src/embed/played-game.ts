/** What `<outpost-game>` loads when a game begins. */
export { giveFeedback } from '../play/feedback';
export { TaskGame } from './task-game';
