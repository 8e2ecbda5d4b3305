// A file in which the operator says whom to trust, with the time at which that expires. Simulated
// content is marked, and production refuses it.

import { readFile, stat } from 'node:fs/promises';
import type { Instant } from '../../core/clock.ts';
import { openWatchedFile } from '../../settings/watched-file.ts';

/** One sentence for the operator. */
export class BadTrustFile extends Error {}

export interface TrustContext {
  readonly isProduction: boolean;
  readonly now: Instant;
}

/** In the subject of simulated certificates. */
export const SANDBOX_ORGANIZATION = 'Bramka Sandbox';
/** The `environment` of simulated root keys of Google Pay. */
export const SANDBOX_ENVIRONMENT = 'SANDBOX';
/** How the kid of a simulated key of Click to Pay begins. */
export const SANDBOX_KEY_PREFIX = 'sandbox-';

export function refuseSandbox(what: string, isSandbox: boolean, context: TrustContext): void {
  if (isSandbox && context.isProduction) {
    throw new BadTrustFile(`${what} is simulated and not allowed in production`);
  }
}

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
