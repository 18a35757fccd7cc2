/** The kinds of problems that an author chooses between, and what each asks for. */
import type { Lesson, Shown } from '../lessons/lesson';
import { isPlayed, type Task } from '../problems/tasks';

/** In the order in which they are offered. */
export const PROBLEMS: readonly Task[] = [
  'sense',
  'move',
  'where',
  'choose',
  'count',
  'left',
  'played',
  'capture-king',
  'reach',
  'survive',
  'locate',
];

/** What a step shows. */
export const CONTENTS = ['nothing', 'board', 'problem', 'replay'] as const;
export type Content = (typeof CONTENTS)[number];

export function contentOf(show: Shown | undefined): Content {
  if (!show) return 'nothing';
  return show.element === 'game' ? 'problem' : show.element;
}

export function taskOf(show: Shown | undefined): Task | null {
  return PROBLEMS.find((task) => show?.element === 'game' && task === show.attributes.task) ?? null;
}

/** What an author fills in, besides question, hint and explanation. */
export type Field =
  | 'boards'
  | 'fen'
  | 'before'
  | 'measure'
  | 'square'
  | 'piece'
  | 'weights'
  | 'answer'
  | 'opponent'
  | 'turns'
  | 'goal'
  | 'goals';

const FIELDS: Readonly<Record<Task, readonly Field[]>> = {
  sense: ['boards', 'measure', 'answer'],
  move: ['boards', 'answer'],
  where: ['boards', 'before', 'piece', 'answer'],
  choose: ['boards', 'weights'],
  count: ['boards', 'before', 'answer'],
  left: ['boards', 'square', 'answer'],
  played: ['before', 'boards', 'answer'],
  'capture-king': ['fen', 'opponent', 'turns'],
  reach: ['fen', 'opponent', 'goals', 'piece', 'turns'],
  survive: ['fen', 'opponent', 'turns'],
  locate: ['fen', 'opponent', 'goal', 'turns'],
};

/** The lesson may have a problem of another origin: of one without boards, a game is played up to the decision. */
export function fieldsOf(task: Task, { attributes }: Shown): readonly Field[] {
  const fields = FIELDS[task];
  const isGame = !isPlayed(task) && !attributes.boards && attributes.fen;
  return isGame ? fields.map((field) => (field === 'boards' ? 'fen' : field)) : fields;
}

/** Attributes that each kind has to begin with. */
const BEGINNINGS: Readonly<Record<Task, Readonly<Record<string, string>>>> = {
  sense: { measure: 'worst' },
  move: {},
  where: { piece: 'king' },
  choose: {},
  count: {},
  left: {},
  played: {},
  'capture-king': { agent: 'random', turns: '8' },
  reach: { agent: 'random', turns: '4' },
  survive: { agent: 'attacker', turns: '5' },
  locate: { agent: 'random', goal: '1', turns: '4' },
};

/** Attributes that mean the same to every kind. */
const COMMON = ['prompt', 'hint', 'explain'] as const;

/** A problem of another kind, with what both kinds have. */
export function problemOf(task: Task, before: Shown | undefined): Shown {
  const given = before?.element === 'replay' ? {} : (before?.attributes ?? {});
  const kept: string[] = [...COMMON];
  if (isPlayed(task)) kept.push('fen', 'side', 'agent', 'turns', 'seed');
  else {
    kept.push('boards', 'panels', 'engine');
    if (FIELDS[task].includes('before')) kept.push('before', 'told');
    if (FIELDS[task].includes('weights')) kept.push('weights');
  }
  const attributes: Record<string, string> = { task, ...BEGINNINGS[task] };
  for (const name of kept) if (given[name]) attributes[name] = given[name];
  const [board] = boardsOf(given);
  if (isPlayed(task)) {
    attributes.seed ??= '1';
    if (!attributes.fen && board) attributes.fen = board;
  } else {
    if (!attributes.boards && given.fen) attributes.boards = given.fen;
    attributes.panels ??= 'boards';
  }
  return { element: 'game', attributes };
}

/** A position to look at, of what the step showed before. */
export function boardOf(before: Shown | undefined): Shown {
  const { boards, fen, perspective } = before?.element === 'replay' ? {} : (before?.attributes ?? {});
  const attributes: Record<string, string> = {};
  if (boards) attributes.boards = boards;
  else if (fen) attributes.fen = fen;
  if (perspective) attributes.perspective = perspective;
  return { element: 'board', attributes };
}

/** The boards of a list, as they were written. */
export function boardsOf({ boards = '' }: Shown['attributes']): string[] {
  return boards
    .split(/[;\n]/)
    .map((fen) => fen.trim().replace(/\s+/g, ' '))
    .filter((fen) => fen !== '');
}

/** The problems of a lesson that are played, as {@link signatureOf} has them: of ours, tests have solved them. */
export function playedOf({ steps }: Lesson): string[] {
  return steps.flatMap(({ show }) => (show && isPlayed(taskOf(show)) ? [signatureOf(show)] : []));
}

/** What a problem is, without the words around it: by this it is known that somebody has solved it. */
export function signatureOf({ attributes }: Shown): string {
  const parts = Object.entries(attributes).filter(([name]) => !(COMMON as readonly string[]).includes(name));
  return JSON.stringify(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
