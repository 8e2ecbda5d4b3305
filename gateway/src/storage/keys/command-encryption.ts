// A key management service behind a command of the operator: `<command> wrap` and
// `<command> unwrap` read base64 from standard input and print base64. The context is in the
// variable BRAMKA_KEY_CONTEXT. Nothing secret is in the arguments, in the log or in a message.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, type Secret } from '../../core/secret.ts';
import { KeyEncryptionFailed, WrongKey, type KeyEncryption } from './key-encryption.ts';

interface CommandOptions {
  readonly command: string;
  /** The environment of the command. */
  readonly environment: Secret<Readonly<Record<string, string>>>;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** `unwrap` ends with this code when the key is not the one that wrapped the value. */
const WRONG_KEY_CODE = 3;
const MAX_REASON = 200;
const base64Form = /^[A-Za-z0-9+/]+={0,2}$/;

export function encryptionByCommand(options: CommandOptions): KeyEncryption {
  const name = createHash('sha256').update(options.command).digest('hex').slice(0, 16);
  const run = (verb: 'wrap' | 'unwrap', input: Uint8Array, context: string): Promise<Buffer> =>
    runCommand({ ...options, verb, input, context });
  return {
    id: `command ${name}`,
    wrap: (plain, context) => run('wrap', plain, context),
    unwrap: (wrapped, context) => run('unwrap', wrapped, context),
  };
}

interface Run extends CommandOptions {
  readonly verb: 'wrap' | 'unwrap';
  readonly input: Uint8Array;
  readonly context: string;
}

function runCommand({ verb, input, context, timeoutMs, ...options }: Run): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The shell splits the operator's command; the verb is its last argument. The process group
    // lets us stop everything that the command has started.
    const child = spawn('/bin/sh', ['-c', `${options.command} "$1"`, 'bramka', verb], {
      env: { ...open(options.environment), BRAMKA_KEY_CONTEXT: context },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    let stopped = '';
    const stop = (why: string): void => {
      stopped ||= why;
      stopGroup(child.pid);
    };
    const limit = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
    const onLimit = (): void => stop(`it did not end within ${String(timeoutMs ?? TIMEOUT_MS)} ms`);
    limit.addEventListener('abort', onLimit);
    const tooLong = (): void => stop('it printed too much');
    const answer = collect(child.stdout, MAX_ANSWER_BYTES, tooLong);
    const complaint = collect(child.stderr, MAX_ANSWER_BYTES, tooLong);
    const fail = (why: string): void =>
      reject(new KeyEncryptionFailed(`the master key command failed at ${verb}: ${why}`));
    child.on('error', (error) => fail(error.message));
    child.stdin.on('error', () => undefined);
    child.on('close', (code) => {
      limit.removeEventListener('abort', onLimit);
      if (stopped !== '') return fail(stopped);
      if (verb === 'unwrap' && code === WRONG_KEY_CODE) {
        return reject(new WrongKey('the master key command does not know this key'));
      }
      if (code !== 0) return fail(`exit code ${String(code)}${reasonOf(complaint())}`);
      const text = answer().trim();
      if (!base64Form.test(text)) return fail('it did not print base64');
      resolve(Buffer.from(text, 'base64'));
    });
    child.stdin.end(`${Buffer.from(input).toString('base64')}\n`);
  });
}

function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

function collect(
  stream: NodeJS.ReadableStream,
  limit: number,
  onTooLong: () => void,
): () => string {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (part: Buffer) => {
    size += part.length;
    if (size > limit) onTooLong();
    else parts.push(part);
  });
  return () => Buffer.concat(parts).toString('utf8');
}

/** The last line of the command's error output, without anything that may be a key. */
function reasonOf(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  const safe = line.replace(/[A-Za-z0-9+/=_-]{20,}/g, '***').slice(0, MAX_REASON);
  return safe === '' ? '' : ` (${safe})`;
}
