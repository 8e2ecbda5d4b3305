// What the reader of answers throws.

/** The answer is not HTTP/1.1. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}
