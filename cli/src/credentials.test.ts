// `bramka credentials`: sets them from words and files, lists and removes them, and never prints a
// value.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-credentials-'));
const keyFile = join(scratch, 'the.key');
writeFileSync(keyFile, 'canary-key-of-the-shop\n');

let gateway: BorrowedGateway;
let mid: string;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
  ({ merchantId: mid } = await gateway.addMerchant());
});
after(async () => {
  await gateway?.release();
  rmSync(scratch, { recursive: true, force: true });
});

const run = async (...words: string[]): Promise<Ended> => {
  const env = { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: gateway.installation.adminKey };
  const ended = await runBramka(['credentials', ...words], env);
  assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /canary/);
  return ended;
};

test('sets, lists and removes the credentials of a merchant', async () => {
  const none = await run('list', mid);
  assert.equal(none.stdout, 'The merchant uses the credentials of the gateway.\n');
  const account = String(2_000_000_000 + Math.floor(Math.random() * 7_000_000_000));
  const words = [`serviceId=${account}`, `key=@${keyFile}`, 'hashMethod=SHA256'];
  const set = await run('set', mid, 'BM', ...words);
  assert.equal(set.code, 0, set.stderr);
  assert.match(
    set.stdout,
    new RegExp(`^The credentials are set\\.\\nPROVIDER .*\\nBM +${account} `),
  );
  const replaced = await run('set', mid, 'BM', ...words, '--json');
  assert.equal((JSON.parse(replaced.stdout) as { version: number }).version, 2);
  assert.match((await run('list', mid)).stdout, new RegExp(`^BM +${account} .* 2 .*-$`, 'm'));
  const listed = JSON.parse((await run('list', mid, '--json')).stdout) as Record<string, unknown[]>;
  assert.equal(listed['credentials']?.length, 1);
  const removed = await run('remove', mid, 'BM');
  assert.match(removed.stdout, /^The credentials are removed\.\n/);
});

test('the key of a file is sent without the end of its line', async () => {
  const { code, stderr } = await run('set', mid, 'sandbox', `key=@${keyFile}`);
  assert.deepEqual([code, stderr], [0, '']);
});

test('what cannot be used is one sentence that repeats no value', async () => {
  const rows: [words: string[], stderr: RegExp][] = [
    [['set', mid, 'blik', 'canary'], /^bramka: each field is given as name=value or name=@file\n$/],
    [['set', mid, 'blik', '=canary'], /^bramka: each field is given as/],
    [['set', mid, 'blik', `key=@${scratch}/none`], /none cannot be read \(ENOENT\)\n$/],
    [['set', mid, 'blik', 'key=canary x'], /fields\.key must be 8 to 256.*\(INVALID_REQUEST\)\n$/],
    [['set', mid, 'blik', 'canary=x'], /fields must be key for blik.*\(INVALID_REQUEST\)\n$/],
    [['set', mid, 'nobody', 'key=12345678'], /\(PROVIDER_NOT_FOUND\)\n$/],
    [['remove', mid, 'blik'], /\(PROVIDER_CREDENTIALS_NOT_FOUND\)\n$/],
    [['list', '29999999'], /\(MERCHANT_NOT_FOUND\)\n$/],
  ];
  for (const [words, stderr] of rows) {
    const ended = await run(...words);
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, stderr);
  }
});
