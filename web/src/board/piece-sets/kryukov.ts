export const files: Record<string, string> = import.meta.glob('./kryukov/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
