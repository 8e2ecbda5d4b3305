// Stores what was proven already: with the same sources and tests a caught mutant need not be
// judged again, so that an interrupted run can continue.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprintOf, type Mutant } from './mutant.ts';

export interface Results {
  isCaught(mutant: Mutant): boolean;
  caught(mutant: Mutant): void;
}

interface Kept {
  readonly tree: string;
  readonly caught: Record<string, string>;
}

export function openResults(root: string, tree: string, isFresh: boolean): Results {
  const file = join(root, 'node_modules', '.cache', 'bramka-mutants.json');
  const kept = isFresh ? undefined : read(file);
  const caught = kept?.tree === tree ? { ...kept.caught } : {};
  return {
    isCaught: (mutant) => caught[mutant.name] === fingerprintOf(mutant),
    caught(mutant) {
      caught[mutant.name] = fingerprintOf(mutant);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ tree, caught } satisfies Kept));
    },
  };
}

function read(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}
