// A file in which the operator says whom to trust: loaded at start and again when it has changed.
// When a new file cannot be used, the previous content stays in use.

import { readFile, stat } from 'node:fs/promises';
import type { Instant } from '../../core/clock.ts';

/** One sentence for the operator. */
export class BadTrustFile extends Error {}

export interface TrustFile<T> {
  /** The name of the file in metrics. */
  readonly name: TrustFileName;
  readonly path: string;
  readonly content: () => T;
  /** When the last root or key in it expires; null: never. */
  readonly expiresAt: () => Instant | null;
  /** Whether the file on disk is the content in use. */
  readonly isCurrent: () => boolean;
  /** Resolves to true when new content was loaded. */
  refresh(): Promise<boolean>;
}

const trustFileNames = ['apple_roots', 'google_roots', 'click_to_pay_keys'] as const;
type TrustFileName = (typeof trustFileNames)[number];

interface TrustFileOptions<T> {
  readonly name: TrustFileName;
  /** The name in messages, such as: the root keys of Google Pay. */
  readonly title: string;
  readonly path: string;
  /** Throws a `BadTrustFile` with the reason. */
  readonly parse: (bytes: Buffer) => T;
  readonly expiryOf: (content: T) => Instant | null;
  readonly log: TrustLog;
}

export interface TrustLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const MAX_BYTES = 256 * 1024;

/** Throws a `BadTrustFile`: the gateway does not start without it. */
export async function openTrustFile<T>(options: TrustFileOptions<T>): Promise<TrustFile<T>> {
  const { name, path, log } = options;
  let seen = await stampOf(path);
  let content = await load(options);
  let isCurrent = true;
  return {
    name,
    path,
    content: () => content,
    expiresAt: () => options.expiryOf(content),
    isCurrent: () => isCurrent,
    async refresh() {
      // Read before the contents: a file that changes during the load is loaded again next time.
      const stamp = await stampOf(path);
      if (stamp === seen) return false;
      seen = stamp;
      try {
        content = await load(options);
        if (!isCurrent) log.warn({ file: name }, `${options.title} ${path} can be used again`);
        isCurrent = true;
        return true;
      } catch (error) {
        if (!(error instanceof BadTrustFile)) throw error;
        isCurrent = false;
        log.error({ file: name }, `${error.message}; the previous content stays in use`);
        return false;
      }
    },
  };
}

/** A text that changes when the file or its permissions change; constant while there is none. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}

async function load<T>({ title, path, parse }: TrustFileOptions<T>): Promise<T> {
  const bytes = await read(path).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ENOENT' ? 'there is no such file' : (error.code ?? error.message);
    throw new BadTrustFile(`${title} ${path} cannot be read: ${reason}`);
  });
  try {
    return parse(bytes);
  } catch (error) {
    if (!(error instanceof BadTrustFile)) throw error;
    throw new BadTrustFile(`${title} ${path} cannot be used: ${error.message}`);
  }
}

async function read(path: string): Promise<Buffer> {
  const file = await stat(path);
  if (!file.isFile()) throw new Error('it is not a file');
  if (file.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
  return readFile(path);
}
