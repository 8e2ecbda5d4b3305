// Secrets that can be recognised wherever they turn up: card numbers that exist once, and a search
// for them in the encodings in which software likes to leave them behind.
import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A card number that passes the check digit, of a range that triggers nothing. */
export function canaryNumber(): string {
  const start = `4539${String(randomInt(1e10)).padStart(10, '0')}${randomInt(10)}`;
  return `${start}${checkDigit(start)}`;
}

function checkDigit(start: string): number {
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Every form of a secret that must not be found, by name. */
export function formsOf(secret: string): Map<string, Buffer> {
  const forms = new Map<string, Buffer>();
  const add = (name: string, bytes: Buffer | string): void =>
    void forms.set(name, Buffer.from(bytes as string));
  add('plain', secret);
  add('reversed', [...secret].reverse().join(''));
  add('UTF-16', Buffer.from(secret, 'utf16le'));
  add('hexadecimal', Buffer.from(secret).toString('hex'));
  add('hexadecimal, upper case', Buffer.from(secret).toString('hex').toUpperCase());
  for (const shift of [0, 1, 2]) {
    const text = alignedBase64(secret, shift);
    add(`base64, shifted by ${shift}`, text);
    add(`base64url, shifted by ${shift}`, text.replaceAll('+', '-').replaceAll('/', '_'));
  }
  for (const algorithm of ['md5', 'sha1', 'sha256']) {
    const digest = createHash(algorithm).update(secret).digest();
    add(`${algorithm} without a key`, digest);
    add(`${algorithm} without a key, hexadecimal`, digest.toString('hex'));
    add(`${algorithm} without a key, base64`, digest.toString('base64').replace(/=+$/, ''));
  }
  if (!/^\d{16}$/.test(secret)) return forms;
  const groups = secret.match(/\d{4}/g) ?? [];
  for (const between of [' ', '-', '%20', '+', '\\u0020'])
    add(`split by ${between}`, groups.join(between));
  add('packed decimal', Buffer.from(secret, 'hex'));
  add('64-bit number', bigEndian(secret));
  add('64-bit number, little-endian', bigEndian(secret).reverse());
  return forms;
}

/** The part of the base64 text that depends on the secret alone, whatever stands around it. */
function alignedBase64(secret: string, shift: number): string {
  const text = Buffer.from(`${'\0'.repeat(shift)}${secret}`)
    .toString('base64')
    .replace(/=+$/, '');
  return text.slice(shift === 0 ? 0 : shift + 1, -1);
}

function bigEndian(digits: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(digits));
  return bytes;
}

/** Where any form of any secret is found in these bytes: its name and form, never its content. */
export function search(
  bytes: Buffer,
  secrets: ReadonlyMap<string, string>,
  where: string,
): string[] {
  const found: string[] = [];
  for (const [name, secret] of secrets) {
    for (const [form, needle] of formsOf(secret)) {
      if (bytes.includes(needle)) found.push(`${name} (${form}) in ${where}`);
    }
  }
  return found;
}

/** Searches every file below a folder; a file that ends meanwhile is passed over. */
export function searchFolder(folder: string, secrets: ReadonlyMap<string, string>): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return search(contentOf(path), secrets, path);
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
