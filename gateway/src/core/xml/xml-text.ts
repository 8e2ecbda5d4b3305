// Text inside XML: the characters that XML 1.0 allows, and the five named and the numeric entities.

const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const ENTITY = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|([a-z]+));/g;
const ALLOWED = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

export function hasOnlyXmlCharacters(text: string): boolean {
  return ALLOWED.test(text);
}

/** Undefined for an entity that is unknown, incomplete, or stands for a forbidden character. */
export function decodeText(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let isValid = !text.replace(ENTITY, '').includes('&');
  const decoded = text.replace(ENTITY, (_all, hex?: string, decimal?: string, name?: string) => {
    const character = name === undefined ? characterOf(hex, decimal) : named[name];
    isValid &&= character !== undefined;
    return character ?? '';
  });
  return isValid ? decoded : undefined;
}

function characterOf(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (!(code <= 0x10ffff)) return undefined;
  const character = String.fromCodePoint(code);
  return hasOnlyXmlCharacters(character) ? character : undefined;
}

/** For element text and attribute values; characters that XML forbids are left out. */
export function encodeText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"'\r]/g, (one) => `&#${String(one.charCodeAt(0))};`);
}
