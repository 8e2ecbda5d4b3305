// The files of `bramka wallets`: certificates in PEM or DER, private keys in PEM, and new files for
// certificate requests. Every failure is one sentence.

import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { Failure } from '../../failure.ts';

const MAX_BYTES = 65_536;

/** As the gateway accepts it: PEM as it is, DER as base64. */
export function readCertificateFile(path: string): string {
  const bytes = readBytes(path);
  const isText = bytes.toString('latin1').trimStart().startsWith('-----BEGIN');
  return isText ? bytes.toString('utf8') : bytes.toString('base64');
}

export function readTextFile(path: string): string {
  return readBytes(path).toString('utf8');
}

function readBytes(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read (${codeOf(error)})`);
  }
  if (bytes.length === 0) throw new Failure(`${path} is empty`);
  if (bytes.length > MAX_BYTES) throw new Failure(`${path} is too large for a key or certificate`);
  return bytes;
}

interface NewFile {
  write(text: string): void;
  /** Removes the empty file again. */
  discard(): void;
}

/** Made before the key, so that no certificate request is lost because it cannot be written. */
export function newFile(path: string): NewFile {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    const code = codeOf(error);
    const why =
      code === 'EEXIST' ? 'exists already; name another file' : `cannot be made (${code})`;
    throw new Failure(`${path} ${why}`);
  }
  return {
    write(text) {
      writeFileSync(file, text);
      closeSync(file);
    },
    discard() {
      closeSync(file);
      unlinkSync(path);
    },
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
