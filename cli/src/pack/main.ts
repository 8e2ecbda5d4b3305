// `npm run pack [folder]`: writes the packages `bramka` and `@bramka/client` as npm would publish
// them into the folder, by default dist, and prints their sizes.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { table } from '../print.ts';
import { root, stageGateway } from './stage-gateway.ts';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

const [, , target = join(root, 'dist')] = process.argv;
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
const stage = mkdtempSync(join(folder, 'stage-'));
try {
  await stageGateway(stage);
  const rows = [stage, join(root, 'client')]
    .map(pack)
    .map((packed) => [
      packed.filename,
      `${(packed.size / 1e6).toFixed(2)} MB packed`,
      `${(packed.unpackedSize / 1e6).toFixed(2)} MB unpacked`,
      `${packed.entryCount} files`,
    ]);
  process.stdout.write(`In ${folder}:\n${table(rows, '  ')}`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function pack(from: string): Packed {
  const words = ['pack', '--json', '--silent', '--pack-destination', folder];
  const printed = execFileSync('npm', words, { cwd: from, encoding: 'utf8' });
  const [packed] = JSON.parse(printed) as Packed[];
  if (!packed) throw new Error(`npm packed nothing from ${from}`);
  return packed;
}
