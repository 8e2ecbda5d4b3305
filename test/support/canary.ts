// Recognizable secrets for leak tests: unique card numbers, and a search for them in the encodings
// in which software may leave them behind.
import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Card numbers that pass the Luhn check, from a range that triggers nothing. They share their first
 * twelve digits, which no mask shows, so that one search finds them all.
 */
export function canaryNumbers(): { readonly shared: string; next(): string } {
  const shared = `4539${String(randomInt(1e8)).padStart(8, '0')}`;
  let count = randomInt(100);
  return {
    shared,
    next() {
      const start = `${shared}${String((count += 1)).padStart(3, '0')}`;
      return `${start}${checkDigit(start)}`;
    },
  };
}

/**
 * Card numbers enrolled in 3-D Secure. The range and the two digits after it select the simulated
 * issuer's behaviour; the other digits are unique.
 */
export function canaryTestCards(): (path: string, range?: string) => string {
  const own = String(randomInt(1e5)).padStart(5, '0');
  return (path, range = '49171100') => {
    const start = `${range}${path}${own}`;
    return `${start}${checkDigit(start)}`;
  };
}

function checkDigit(start: string): number {
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The encodings of a secret that must not be found, by name. */
function formsOf(secret: string): Map<string, Buffer> {
  const forms = new Map<string, Buffer>([
    ['plain', Buffer.from(secret)],
    ['reversed', Buffer.from([...secret].reverse().join(''))],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['hexadecimal', Buffer.from(Buffer.from(secret).toString('hex'))],
    ['hexadecimal, upper case', Buffer.from(Buffer.from(secret).toString('hex').toUpperCase())],
  ]);
  for (const shift of [0, 1, 2]) {
    const text = alignedBase64(secret, shift);
    forms.set(`base64, shifted by ${shift}`, Buffer.from(text));
    const forAddresses = text.replaceAll('+', '-').replaceAll('/', '_');
    forms.set(`base64url, shifted by ${shift}`, Buffer.from(forAddresses));
  }
  const groups = secret.match(/^(\d{4})+$/) ? (secret.match(/\d{4}/g) ?? []) : [];
  if (groups.length === 0) return forms;
  for (const between of [' ', '-', '%20', '+', '\\u0020']) {
    forms.set(`split by ${between}`, Buffer.from(groups.join(between)));
  }
  return forms.set('packed decimal', Buffer.from(secret, 'hex'));
}

/** The encodings of a binary secret: raw bytes, and the text encodings of any other secret. */
function formsOfBytes(secret: Buffer): Map<string, Buffer> {
  const texts = {
    hexadecimal: secret.toString('hex'),
    base64: secret.toString('base64').replace(/=+$/, ''),
    base64url: secret.toString('base64url'),
  };
  const forms = new Map([['raw bytes', secret]]);
  for (const [name, text] of Object.entries(texts)) {
    for (const [form, bytes] of formsOf(text)) forms.set(`${name}, ${form}`, bytes);
  }
  for (const [form, bytes] of formsOf(texts.hexadecimal.toUpperCase())) {
    forms.set(`hexadecimal, upper case, ${form}`, bytes);
  }
  return forms;
}

/** A hash without a key does not protect a card number: all numbers can be tried. */
function hashesOf(secret: string): Map<string, Buffer> {
  const digest = (name: string) => createHash(name).update(secret).digest();
  return new Map([
    ['SHA-256', digest('sha256')],
    ['SHA-256, hexadecimal', Buffer.from(digest('sha256').toString('hex'))],
    ['SHA-256, base64', Buffer.from(digest('sha256').toString('base64').slice(0, 40))],
    ['SHA-1, hexadecimal', Buffer.from(digest('sha1').toString('hex'))],
    ['MD5, hexadecimal', Buffer.from(digest('md5').toString('hex'))],
  ]);
}

export interface Wanted {
  readonly name: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** What to search for: every secret in every encoding, and the hashes of guessable secrets. */
export function wantedOf(
  secrets: ReadonlyMap<string, string>,
  guessable: ReadonlyMap<string, string> = new Map(),
): Wanted[] {
  const list = (of: ReadonlyMap<string, string>, forms: typeof formsOf): Wanted[] =>
    [...of].flatMap(([name, secret]) =>
      [...forms(secret)].map(([form, bytes]) => ({ name, form, bytes })),
    );
  return [...list(secrets, formsOf), ...list(guessable, hashesOf)];
}

/** The same for binary secrets. */
export function wantedBytes(secrets: ReadonlyMap<string, Buffer>): Wanted[] {
  return [...secrets].flatMap(([name, secret]) =>
    [...formsOfBytes(secret)].map(([form, bytes]) => ({ name, form, bytes })),
  );
}

/** The part of the base64 text that depends only on the secret, whatever surrounds it. */
function alignedBase64(secret: string, shift: number): string {
  const text = Buffer.from(`${'\0'.repeat(shift)}${secret}`)
    .toString('base64')
    .replace(/=+$/, '');
  return text.slice(shift === 0 ? 0 : shift + 1, -1);
}

/** Finds secrets in these bytes; returns their name and encoding, never their value. */
export function search(bytes: Buffer, wanted: readonly Wanted[], where: string): string[] {
  const { isBeginning, byBeginning } = indexOf(wanted);
  const leaked = new Set<Wanted>();
  let pair = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    pair = ((pair << 8) | (bytes[index] as number)) & 0xffff;
    if (isBeginning[pair] === 0 || index === 0) continue;
    const start = index - 1;
    if (start + BEGINNING > bytes.length) break;
    for (const one of byBeginning.get(bytes.readUInt32BE(start)) ?? []) {
      if (bytes.subarray(start, start + one.bytes.length).equals(one.bytes)) leaked.add(one);
    }
  }
  return wanted
    .filter((one) => leaked.has(one))
    .map(({ name, form }) => `${name} (${form}) in ${where}`);
}

/** The searched values by their first bytes, so that one pass searches for all of them. */
interface Index {
  /** By the first two bytes. */
  readonly isBeginning: Uint8Array;
  /** By the first four bytes. */
  readonly byBeginning: ReadonlyMap<number, readonly Wanted[]>;
}

const BEGINNING = 4;
const indexes = new WeakMap<readonly Wanted[], Index>();

function indexOf(wanted: readonly Wanted[]): Index {
  const known = indexes.get(wanted);
  if (known) return known;
  const isBeginning = new Uint8Array(1 << 16);
  for (const { bytes } of wanted) isBeginning[bytes.readUInt16BE(0)] = 1;
  const byBeginning = Map.groupBy(wanted, ({ bytes }) => bytes.readUInt32BE(0));
  const index = { isBeginning, byBeginning };
  indexes.set(wanted, index);
  return index;
}

/** Searches a file, or every file below a folder; files that disappear meanwhile are skipped. */
export function searchFiles(path: string, wanted: readonly Wanted[]): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return search(contentOf(path), wanted, path);
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return search(contentOf(file), wanted, file);
    });
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
