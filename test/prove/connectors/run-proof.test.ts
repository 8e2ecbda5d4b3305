// Tests of the frame of connector proofs: what is skipped, prepared once, proven and failed.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { proveConnectors, selectProofs } from './prove-connectors.ts';
import type { ConnectorProof } from './proof.ts';
import { runProof } from './run-proof.ts';
import { whySkipped } from './test-proof.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-witnesses-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const newCache = () => mkdtempSync(join(scratch, 'cache-'));

/** Its witness is a file. */
function toyProof(change: Partial<ConnectorProof> = {}): ConnectorProof & { prepared: number } {
  const proof = {
    name: 'toy',
    witness: 'toy-mock 1.0',
    needs: ['node'],
    prepared: 0,
    prepare(folder: string) {
      assert.deepEqual(readdirSync(folder), [], 'the folder is empty');
      proof.prepared += 1;
      writeFileSync(join(folder, 'witness'), '');
      return Promise.resolve();
    },
    run: (folder: string, report: Parameters<ConnectorProof['run']>[1]) =>
      report.proves('answers', () => assert.ok(existsSync(join(folder, 'witness')))),
    ...change,
  };
  return proof;
}

test('the witness is prepared once, until its version changes', async () => {
  const cache = newCache();
  const proof = toyProof();
  assert.match(
    whySkipped(proof, cache) ?? '',
    /^npm run prove -- --connectors toy brings toy-mock/,
  );
  const proven = [{ connector: 'toy', end: 'proven', fact: 'answers', why: '' }];
  assert.deepEqual(await runProof(proof, cache), proven);
  assert.deepEqual(await runProof(proof, cache), proven);
  assert.equal(proof.prepared, 1);
  assert.equal(whySkipped(proof, cache), undefined);
  const next = toyProof({ witness: 'toy-mock 1.1' });
  assert.notEqual(whySkipped(next, cache), undefined);
  await runProof(next, cache);
  assert.equal(next.prepared, 1);
});

test('a witness that was not completed is prepared again', async () => {
  const cache = newCache();
  const broken = toyProof({
    prepare(folder) {
      writeFileSync(join(folder, 'half'), '');
      return Promise.reject(new Error('no network'));
    },
  });
  const [row, ...more] = await runProof(broken, cache);
  assert.deepEqual([row?.end, row?.why, more.length], ['failed', 'no network', 0]);
  assert.notEqual(whySkipped(broken, cache), undefined);
  assert.deepEqual(
    (await runProof(toyProof(), cache)).map(({ end }) => end),
    ['proven'],
  );
});

test('without its commands a proof is skipped, and says what it needs', async () => {
  const proof = toyProof({ needs: ['node', 'no-such-command'] });
  const [row] = await runProof(proof, newCache());
  assert.deepEqual([row?.end, row?.why], ['skipped', 'needs no-such-command']);
  assert.equal(whySkipped(proof, newCache()), 'needs no-such-command');
  assert.equal(proof.prepared, 0);
});

test('a fact that fails does not hide the others, and the proof has failed', async () => {
  const proof = toyProof({
    async run(_folder, report) {
      await report.proves('first', () => assert.fail('wrong'));
      await report.proves('second', () => Promise.resolve());
      report.skips('third', 'not here');
      throw new Error('the witness died');
    },
  });
  const rows = await runProof(proof, newCache());
  assert.deepEqual(
    rows.map(({ end, fact, why }) => `${end} ${fact} ${why}`),
    [
      'failed first wrong',
      'proven second ',
      'skipped third not here',
      'failed works with toy-mock 1.0 the witness died',
    ],
  );
});

test('the command prints a table, and fails if a fact has failed or none was checked', async () => {
  const cache = newCache();
  let printed = '';
  const prove = (proof: ConnectorProof) =>
    proveConnectors([proof], { print: (text) => void (printed += text), cache });
  assert.equal(await prove(toyProof()), true);
  assert.match(printed, /^proven +toy +answers$/m);
  assert.match(printed, /^1 proven, 0 skipped, 0 failed\.$/m);
  assert.equal(await prove(toyProof({ run: () => Promise.resolve() })), false);
  assert.match(printed, /^failed +toy +works with toy-mock 1\.0 +nothing was checked$/m);
  assert.equal(await prove(toyProof({ needs: ['no-such-command'] })), true);
});

test('exchanges are compared with recorded ones, and recorded if nothing failed', async () => {
  const folder = newCache();
  const prove = async (outcome: string, records: boolean, check = () => Promise.resolve()) => {
    const proof = toyProof({
      async run(_folder, report) {
        await report.proves('answers', check);
        await report.matchesRecording([{ name: 'pay', exchanges: [], outcome }]);
      },
    });
    return (await runProof(proof, newCache(), { records, folder })).map(({ end }) => end);
  };
  assert.deepEqual(await prove('approved', false), ['proven', 'failed']);
  assert.deepEqual(await prove('approved', true), ['proven', 'proven']);
  assert.deepEqual(await prove('declined', false), ['proven', 'failed']);
  const fails = () => Promise.reject(new Error('refused'));
  assert.deepEqual(await prove('declined', true, fails), ['failed', 'failed']);
  assert.deepEqual(await prove('approved', false), ['proven', 'proven']);
});

test('connectors are selected by name', () => {
  const all = [toyProof(), toyProof({ name: 'other' })];
  assert.equal(selectProofs(all, []).length, 2);
  assert.deepEqual(selectProofs(all, ['other']), [all[1]]);
  assert.throws(() => selectProofs(all, ['x']), /no connector is called x; there are toy, other/);
});
