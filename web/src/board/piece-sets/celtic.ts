export const files: Record<string, string> = import.meta.glob('./celtic/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
