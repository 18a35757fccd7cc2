export const files: Record<string, string> = import.meta.glob('./letters/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
