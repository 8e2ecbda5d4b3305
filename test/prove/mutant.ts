// The definition of a planted bug: one text of a source file replaced by another, and the checks of
// the suite that must fail with it.
import { createHash } from 'node:crypto';

/** A test file, limited to tests whose name contains the text, or the first seeds. */
export type Check =
  | { readonly file: string; readonly name?: string }
  | { readonly seeds: number; readonly from?: number };

export interface Mutant {
  /** In kebab-case, unique. */
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly search: string;
  readonly replace: string;
  /** Each of them must fail. */
  readonly caughtBy: readonly Check[];
}

/** The file with the bug. Throws unless the text occurs exactly once. */
export function withBug(text: string, { name, file, search, replace }: Mutant): string {
  const times = text.split(search).length - 1;
  if (times !== 1) {
    throw new Error(
      `Mutant ${name}: its text occurs ${String(times)} times in ${file}, not once. ` +
        'Adapt the mutant to the present source.',
    );
  }
  return text.replace(search, () => replace);
}

export function checkName(check: Check): string {
  if ('seeds' in check) return `seeds ${String(check.from ?? 1)}+${String(check.seeds)}`;
  return check.name === undefined ? check.file : `${check.file} "${check.name}"`;
}

/** A changed definition is a different mutant. */
export function fingerprintOf(mutant: Mutant): string {
  return createHash('sha256').update(JSON.stringify(mutant)).digest('hex').slice(0, 16);
}
