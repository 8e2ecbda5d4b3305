// The caret in a field whose digits are grouped while they are typed.

/** Where the caret stands after the digits were grouped: behind the same digit as before. */
export function caretAfter(text: string, caret: number, grouped: string): number {
  const before = text.slice(0, caret).replace(/\D/g, '').length;
  let seen = 0;
  for (let at = 0; at < grouped.length; at += 1) {
    if (seen === before) return at;
    if (grouped[at] !== ' ') seen += 1;
  }
  return grouped.length;
}
