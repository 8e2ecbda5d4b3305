// A file in which the operator says whom to trust, with the time at which that expires.

import { readFile, stat } from 'node:fs/promises';
import type { Instant } from '../../core/clock.ts';
import { openWatchedFile } from '../../settings/watched-file.ts';

/** One sentence for the operator. */
export class BadTrustFile extends Error {}

export type TrustFile<T> = Awaited<ReturnType<typeof openTrustFile<T>>>;

type TrustFileName = 'apple_roots' | 'google_roots' | 'click_to_pay_keys';

interface TrustFileOptions<T> {
  /** The name of the file in metrics. */
  readonly name: TrustFileName;
  /** The name in messages, such as: the root keys of Google Pay. */
  readonly title: string;
  readonly path: string;
  /** Throws a `BadTrustFile` with the reason. */
  readonly parse: (bytes: Buffer) => T;
  /** When the last root or key in it expires; null: never. */
  readonly expiryOf: (content: T) => Instant | null;
  readonly log: TrustLog;
}

export interface TrustLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const MAX_BYTES = 256 * 1024;

/** Throws a `BadTrustFile`: the gateway does not start without it. */
export async function openTrustFile<T>(options: TrustFileOptions<T>) {
  const { name, title, path, parse, expiryOf, log } = options;
  const file = await openWatchedFile({
    title,
    path,
    read,
    parse,
    Bad: BadTrustFile,
    onUsable: (message) => log.warn({ file: name }, message),
    onFailure: ({ message }) =>
      log.error({ file: name }, `${message}; the previous content stays in use`),
  });
  return { ...file, name, expiresAt: () => expiryOf(file.content()) };
}

async function read(path: string): Promise<Buffer> {
  const file = await stat(path);
  if (!file.isFile()) throw new Error('it is not a file');
  if (file.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
  return readFile(path);
}
