/** Whether an address's hash is a link, or what is left of one: pages have names that begin with a letter. */
export function isLinkHash(hash: string): boolean {
  return /^#\d/.test(hash);
}
