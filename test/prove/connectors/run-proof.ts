// Runs the proof of one connector: looks for the commands it needs, prepares its witness once in
// the cache folder, and collects what was proven.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../setup/commands.ts';
import type { ConnectorProof, Report, Row } from './proof.ts';
import { readRecording, recordings, writeRecording } from './recorded/exchanges.ts';

const root = join(import.meta.dirname, '..', '..', '..');
export const witnesses = join(root, 'node_modules', '.cache', 'bramka-witnesses');

/** The commands that are not installed, as a reason; undefined: all are. */
export function missingCommands({ needs }: ConnectorProof): string | undefined {
  const missing = needs.filter((command) => findOnPath(command) === undefined);
  return missing.length === 0 ? undefined : `needs ${missing.join(', ')}`;
}

/** Written when the witness is complete. */
const READY = 'ready';

const folderOf = ({ name, witness }: ConnectorProof, cache: string): string =>
  join(cache, `${name} ${witness}`.replaceAll(/[^A-Za-z0-9.]+/g, '-'));

export function isPrepared(proof: ConnectorProof, cache: string): boolean {
  return existsSync(join(folderOf(proof, cache), READY));
}

/** At least one row. */
export async function runProof(
  proof: ConnectorProof,
  cache = witnesses,
  { records = false, folder = recordings } = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (end: Row['end'], fact: string, why = ''): void =>
    void rows.push({ connector: proof.name, end, fact, why });
  const all = `works with ${proof.witness}`;
  const missing = missingCommands(proof);
  if (missing !== undefined) {
    add('skipped', all, missing);
    return rows;
  }
  const report: Report = {
    async proves(fact, check) {
      try {
        await check();
        add('proven', fact);
      } catch (error) {
        add('failed', fact, reasonOf(error));
      }
    },
    skips: (fact, why) => add('skipped', fact, why),
    async matchesRecording(steps) {
      const hasFailed = rows.some(({ end }) => end === 'failed');
      if (records && !hasFailed) writeRecording(proof.name, folder, steps);
      await report.proves('the recorded exchanges are those with the witness', () => {
        assert.deepEqual(steps, readRecording(proof.name, folder));
      });
    },
  };
  try {
    await prepare(proof, cache);
    await proof.run(folderOf(proof, cache), report);
    if (rows.length === 0) add('failed', all, 'nothing was checked');
  } catch (error) {
    add('failed', all, reasonOf(error));
  }
  return rows;
}

/** From an empty folder, also after an earlier run that did not complete it. */
async function prepare(proof: ConnectorProof, cache: string): Promise<void> {
  if (isPrepared(proof, cache)) return;
  const folder = folderOf(proof, cache);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await proof.prepare(folder);
  writeFileSync(join(folder, READY), '');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
