// One line of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe
// in front, because order ids are written by customers and merchants.

const FORMULA = /^[=+\-@\t\r\n]/;
const SPECIAL = /[",\r\n]/;

/** A text from outside. */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvText).join(',')}\r\n`;
}
