// The text that the customer sees at the bank: Autopay accepts Latin letters, digits, dot, colon,
// hyphen, comma and space. Letters with accents are replaced by their base letter.

const MAX_LENGTH = 79;

/** Letters that Unicode does not decompose. */
const replacements: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  '–': '-',
  '—': '-',
  ';': ',',
};

/** Undefined if nothing remains. */
export function bankDescription(text: string): string | undefined {
  const latin = text
    .replace(/[łŁßæÆœŒøØđĐ–—;]/g, (letter) => replacements[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
  const allowed = latin
    .replace(/[^A-Za-z0-9.:,-]+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
  return allowed.trim() || undefined;
}
