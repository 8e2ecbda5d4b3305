// OpenSSL as a second implementation of CMS: it signs and verifies detached signatures.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../../setup/commands.ts';
import type { Wallet } from './authority.ts';
import { rootOf, type Holder } from './certificates.ts';
import { LONGEST_WAIT_MS } from '../../waiting/until.ts';

const run = promisify(execFile);
const program = findOnPath('openssl');

/** The reason to skip tests, or false. */
export const noOpenssl = program === undefined && 'OpenSSL is not installed';

export interface Openssl {
  sign(content: Buffer, signer: Holder, ...options: string[]): Promise<Buffer>;
  /** Whether it accepts the signature with the root of the wallet at this time. */
  verifies(signature: Buffer, content: Buffer, at: number): Promise<boolean>;
  /** The lines of `asn1parse`, or undefined if it refuses the input. */
  parse(bytes: Buffer): Promise<string[] | undefined>;
  close(): void;
}

export function openOpenssl(wallet: Wallet): Openssl {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-openssl-'));
  let files = 0;
  const file = (content: string | Buffer): string => {
    const path = join(folder, `file-${(files += 1)}`);
    writeFileSync(path, content);
    return path;
  };
  const call = async (...args: string[]): Promise<Buffer> => {
    const options = { encoding: 'buffer', timeout: LONGEST_WAIT_MS } as const;
    return (await run(program ?? '', args, options)).stdout;
  };
  const [root, authority] = [wallet.root, wallet.authority].map((one) =>
    file(rootOf(one).toString()),
  );
  return {
    async sign(content, signer, ...options) {
      const certificate = file(rootOf(signer).toString());
      const key = file(signer.key.export({ format: 'pem', type: 'pkcs8' }));
      const keys = ['-signer', certificate, '-inkey', key, '-certfile', authority ?? ''];
      const rest = ['-md', 'sha256', '-outform', 'DER', ...options];
      return call('cms', '-sign', '-binary', '-in', file(content), ...keys, ...rest);
    },
    async verifies(signature, content, at) {
      const input = ['-inform', 'DER', '-in', file(signature), '-content', file(content)];
      const time = ['-attime', String(Math.floor(at / 1000))];
      const trust = ['-CAfile', root ?? '', '-purpose', 'any', ...time];
      try {
        await call('cms', '-verify', '-binary', '-out', '/dev/null', ...input, ...trust);
        return true;
      } catch {
        return false;
      }
    },
    async parse(bytes) {
      try {
        const lines = await call('asn1parse', '-inform', 'DER', '-in', file(bytes));
        return lines.toString().trim().split('\n');
      } catch {
        return undefined;
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
