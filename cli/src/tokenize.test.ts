// `bramka tokenize` against a real sandbox gateway: stored cards, network tokens, a challenge that
// nobody answers, and a card that is declined.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: Gateway;
before(async () => {
  gateway = await startGateway();
});
after(() => gateway?.stop());

function bramka(...words: string[]): Promise<Ended> {
  return runBramka(words, { BRAMKA_URL: gateway.url });
}

test('a card is stored, and its token number is printed with the command that pays', async () => {
  const { code, stdout, stderr } = await bramka('tokenize', '--customer', 'customer-7');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const pay = /COF token of 411111\*{6}1111; to pay: bramka pay 19\.99 --token ([A-Z]{32})$/;
  const [, number] = pay.exec(last) ?? assert.fail(stdout);
  const token = await gateway.authenticate();
  const body = { customer: { extCustomerId: 'customer-7' } };
  const path = '/v1/ecommerce/tokenizer/search';
  const found = await gateway.call<{ instrumentNo: string }[]>('POST', path, { token, body });
  assert.deepEqual(
    found.body.map(({ instrumentNo }) => instrumentNo),
    [number],
  );
});

test('a network token is printed with its reference, or as JSON', async () => {
  const { code, stdout } = await bramka('tokenize', '--network');
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /VTS token of .+; to pay: bramka pay 19\.99 --network-token [0-9a-f-]{36}\n$/,
  );
  const again = await bramka('tokenize', '--network', '--json');
  const { token } = JSON.parse(again.stdout) as { token: { type: string } };
  assert.equal(token.type, 'VTS');
});

test('a declined card says why and ends with exit code 1', async () => {
  const { code, stdout } = await bramka('tokenize', '--card', '4000000000009995');
  assert.equal(code, 1);
  assert.match(stdout, /REJECTED: INSUFFICIENT_FUNDS\. .+\n$/);
});

test('a challenge is shown with the command for it; after the wait it goes on', async () => {
  const words = ['tokenize', '--card', '4917110020000007', '--wait', '1'];
  const { code, stdout, stderr } = await bramka(...words);
  assert.equal(code, 1);
  assert.match(stdout, /waiting for the customer; to confirm: bramka challenge \S{36}\n/);
  assert.match(stderr, /^bramka: tokenization \S+ is still PENDING; stopped waiting/);
});
