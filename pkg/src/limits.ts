/**
 * What a record may have at most: what is more makes it an error that says so. They are the engine's (`crates/rbc-rules/src/record.rs`
 * and `link.rs`), stated here too for pages that check before there is an engine; pkg/test/records.test.ts compares the two.
 */
export const LIMITS = {
  /** Bytes of a file, also when unpacked. */
  bytes: 2 ** 28,
  /** How deep lists and objects may be nested, the record itself counted. */
  depth: 64,
  /** Characters of a player's name. */
  name: 1000,
  notes: 1024,
  /** Bytes of all notes, in UTF-8. */
  noteBytes: 2 ** 20,
  /** Arrows and marks at one place. */
  shapes: 256,
  tags: 50,
  /** Characters of a tag. */
  tag: 60,
  /** Turns of one side. */
  turns: 100_000,
  /** Bytes of the names and notes that a link may hold, in UTF-8. */
  linkBytes: 65_536,
} as const;
