// One line of CSV (RFC 4180). Customers and merchants write order ids, so a text that a spreadsheet
// would take for a formula gets an apostrophe in front. Spreadsheets in some languages separate
// cells by `;` and then ignore our quotes, so this also applies to what follows a separator inside
// a text.

/** Also the full-width and small forms, which some spreadsheets read as the plain ones. */
const SIGNS = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b\\u2212';
/** Where a cell may begin, before a formula; spaces and invisible characters may precede it. */
const FORMULA = new RegExp(
  `^(?=[\\t\\r\\n])|(?<=^|[;,|\\t\\r\\n])(?=[\\s"\\p{Cc}\\p{Cf}]*[${SIGNS}])`,
  'gu',
);
const SPECIAL = /[",;|\t\r\n]/;

/** A text from outside. */
export function csvText(text: string): string {
  const harmless = text.replace(FORMULA, "'");
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvText).join(',')}\r\n`;
}
