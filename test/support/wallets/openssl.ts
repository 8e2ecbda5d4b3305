// Runs the command line of OpenSSL, for tests that compare with it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONGEST_WAIT_MS } from '../waiting/until.ts';

/** False if the command line is there; otherwise why a test is left out. */
export const openSslMissing =
  spawnSync('openssl', ['version']).status === 0 ? false : 'OpenSSL is not installed';

export interface OpenSsl {
  /** Writes a file and returns its path. */
  file(name: string, content: string | Buffer): string;
  /** The output of a command that must succeed. */
  run(words: readonly string[], input?: Buffer): Buffer;
  /** Whether the command succeeds. */
  succeeds(words: readonly string[], input?: Buffer): boolean;
  /** Removes the files. */
  close(): void;
}

export function startOpenSsl(): OpenSsl {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-openssl-'));
  const call = (words: readonly string[], input?: Buffer) =>
    spawnSync('openssl', words, { input: input ?? '', timeout: LONGEST_WAIT_MS });
  return {
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    run(words, input) {
      const { status, stdout, stderr } = call(words, input);
      if (status !== 0) throw new Error(`openssl ${words.join(' ')}: ${stderr.toString()}`);
      return stdout;
    },
    succeeds: (words, input) => call(words, input).status === 0,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
