// The part of a receiver's answer that is kept, as text that is harmless in logs, terminals and the
// database.

export const KEPT_BYTES = 1024;

/** Control and format characters, and line separators: they could forge lines or hide text. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const BLANK = /[\t\n\r]+/g;

/** At most the first 1024 bytes, as valid UTF-8 of at most that length, on one line. */
export function answerText(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  // A character that the cut has split is left out.
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES), { stream: true });
  return withinBytes(text.replace(BLANK, ' ').replace(HARMFUL, '\u{fffd}'));
}

/** Replacement characters are longer than what they replace. */
function withinBytes(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= KEPT_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES), { stream: true });
}
