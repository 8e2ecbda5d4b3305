// `npm run prove -- --connectors`: proves connectors against programs that are not ours, and prints
// what was proven, skipped or failed.
import { table } from '@bramka/cli/print.ts';
import type { ConnectorProof, Row } from './proof.ts';
import { runProof, witnesses } from './run-proof.ts';

/** Those with the given names, or all. */
export function selectProofs(
  all: readonly ConnectorProof[],
  names: readonly string[],
): readonly ConnectorProof[] {
  const unknown = names.filter((name) => !all.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    const known = all.map(({ name }) => name).join(', ');
    throw new Error(`no connector is called ${unknown.join(' or ')}; there are ${known}`);
  }
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}

interface ProveOptions {
  /** Whether exchanges are recorded for the tests. */
  readonly records?: boolean;
  readonly print?: (text: string) => void;
  readonly cache?: string;
}

const printOut = (text: string): void => void process.stdout.write(text);

/** True if nothing has failed. */
export async function proveConnectors(
  proofs: readonly ConnectorProof[],
  { records = false, print = printOut, cache = witnesses }: ProveOptions = {},
): Promise<boolean> {
  const rows: Row[] = [];
  for (const proof of proofs) {
    print(`${proof.name}: ${proof.witness} …\n`);
    rows.push(...(await runProof(proof, cache, { records })));
  }
  const count = (end: Row['end']): number => rows.filter((row) => row.end === end).length;
  const columns = rows.map(({ end, connector, fact, why }) => {
    return [end, connector, fact, why.split('\n')[0] ?? ''];
  });
  print(`\n${table(columns)}`);
  for (const { connector, fact, why } of rows.filter(({ end }) => end === 'failed')) {
    print(`\n${connector}: ${fact}\n${why}\n`);
  }
  print(`\n${count('proven')} proven, ${count('skipped')} skipped, ${count('failed')} failed.\n`);
  return count('failed') === 0;
}
