export const lessonWords = {
  loading: 'Loading the lesson…',
  steps: 'Steps of the lesson',
  step: (n: number, heading: string | null, task: boolean, solved: boolean) =>
    [`Step ${n}`, heading, solved ? 'solved' : task ? 'problem' : null].filter((part) => part !== null).join(': '),
  sources: 'To read on',
};
