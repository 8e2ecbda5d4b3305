// Runs the proof of a connector as a test, if what it needs is here: the ordinary tests fetch and
// build nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorProof } from './proof.ts';
import { isPrepared, missingCommands, runProof, witnesses } from './run-proof.ts';

/** Why the proof cannot run as a test; undefined: it can. */
export function whySkipped(proof: ConnectorProof, cache = witnesses): string | undefined {
  const missing = missingCommands(proof);
  if (missing !== undefined || isPrepared(proof, cache)) return missing;
  return `npm run prove -- --connectors ${proof.name} brings ${proof.witness}`;
}

export function testProof(proof: ConnectorProof): void {
  test(`${proof.name} works with ${proof.witness}`, { skip: whySkipped(proof) }, async () => {
    const rows = await runProof(proof);
    assert.deepEqual(
      rows.filter(({ end }) => end === 'failed'),
      [],
    );
  });
}
