export const storageWords = {
  noAnswer: 'The browser’s storage did not answer.',
};
