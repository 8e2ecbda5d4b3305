// `bramka tokens` against a real sandbox: tokens are listed, suspended, resumed, updated and
// deleted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sandboxTokenService } from '@bramka/test/support/token-services/sandbox-tokens.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { runBramka } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
let visa: ReturnType<typeof sandboxTokenService>;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
  visa = sandboxTokenService(gateway.url, 'VTS');
});
after(async () => {
  await visa?.close();
  await gateway?.release();
});

const run = (...words: string[]) => runBramka(['tokens', ...words, '--url', gateway.url]);
const succeed = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...words);
  assert.equal(code, 0, stderr);
  return stdout;
};

test('a token is listed and changed, with and without its reference', async () => {
  assert.match(await succeed('list'), /^No tokens\.$/m);
  const { instrumentRef } = await visa.issue('4111111111111111');
  assert.match(
    await succeed('list'),
    new RegExp(`^${instrumentRef} +VTS +ACTIVE +…\\d{4} +…1111`, 'm'),
  );
  assert.match(await succeed('suspend'), new RegExp(`^Token ${instrumentRef} is SUSPENDED`));
  assert.match(await succeed('resume', instrumentRef), /is ACTIVE; its card is …1111, 203012\.$/m);
  const updated = await succeed('update', '--card', '4000000000009995', '--card-expiry', '203105');
  assert.match(updated, /is ACTIVE; its card is …9995, 203105\.$/m);
  const shown = JSON.parse(
    await succeed('update', '--new-art', '--expiry', '203306', '--json'),
  ) as {
    visualId: string;
    expiry: string;
    sequence: number;
  };
  assert.deepEqual([shown.expiry, shown.sequence], ['203306', 4]);
  const read = await visa.service.read(instrumentRef);
  assert.ok(read.kind === 'found');
  assert.equal(read.token.visualId, shown.visualId);
  assert.match(await succeed('delete'), /is DELETED/);
});

test('what cannot be done is one sentence', async () => {
  const { instrumentRef } = await visa.issue('4111111111111111');
  await succeed('delete', instrumentRef);
  const rows: [words: string[], sentence: RegExp][] = [
    [['suspend'], /there is no token that could be changed/],
    [['suspend', 'x'], /No such network token/],
    [['resume', instrumentRef], /The network token is deleted, which is final/],
  ];
  for (const [words, sentence] of rows) {
    const { code, stderr } = await run(...words);
    assert.equal(code, 1);
    assert.match(stderr, sentence);
  }
});

test('an update names the field that is wrong', async () => {
  const { instrumentRef } = await visa.issue('4111111111111111');
  const rows: [words: string[], field: RegExp][] = [
    [['--card', '41'], /cardNumber/],
    [['--card', '5555555555554444'], /cardNumber/],
    [['--card-expiry', '2031'], /cardExpiry/],
    [['--expiry', '203113'], /expiry/],
  ];
  for (const [words, field] of rows) {
    const { code, stderr } = await run('update', instrumentRef, ...words);
    assert.equal(code, 1);
    assert.match(stderr, field);
  }
});

test('the picture has an ETag', async () => {
  const { instrumentRef, visualId } = await visa.issue('4111111111111111');
  const url = `${gateway.url}/sandbox/tokens/api/tokens/${instrumentRef}/visual`;
  const first = await fetch(url);
  assert.equal(first.headers.get('content-type'), 'image/svg+xml');
  assert.equal(first.headers.get('etag'), `"${visualId ?? ''}"`);
  assert.match(await first.text(), /^<svg /);
  const again = await fetch(url, { headers: { 'if-none-match': `"${visualId ?? ''}"` } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  const missing = `${gateway.url}/sandbox/tokens/api/tokens/${gateway.url.length}/visual`;
  assert.equal((await fetch(missing)).status, 404);
});
