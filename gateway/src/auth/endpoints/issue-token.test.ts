// Tests of logging in: a try is counted before its secret is hashed, so that one address cannot
// block the queue for others; a right secret is not counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../../core/random.ts';
import { Refusal } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import type { AnyCall } from '../../http/endpoint.ts';
import { rateLimit } from '../../http/limits.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { secretChecker } from '../../merchants/secrets.ts';
import { issueToken, type IssueTokenParts } from './issue-token.ts';

const PER_SECOND = 2;
const BURST = 2 * PER_SECOND;
const key = secret(Buffer.alloc(32, 7));
const salt = systemRandom(16);

async function setUp() {
  const checker = secretChecker(key, systemRandom);
  const hash = await checker.hash(secret('right'), salt);
  const merchant = {
    merchantId: '10000001',
    version: 1,
    status: 'ACTIVE',
    secretSalt: salt,
    secrets: [{ id: 's-1', hash }],
  } as unknown as Merchant;
  let hashed = 0;
  const parts = {
    merchants: { read: () => Promise.resolve(merchant) },
    checker: {
      match: (holder: Merchant, given: never, beforeHash?: () => void) =>
        secretChecker(key, systemRandom).match(holder, given, () => {
          beforeHash?.();
          hashed += 1;
        }),
    },
    jwts: { issueMerchant: () => Promise.resolve('token') },
    loginFailures: rateLimit(PER_SECOND, () => 0),
  } as unknown as IssueTokenParts;
  const codeOf = (text: string, address = '192.0.2.1'): Promise<string> =>
    issueToken
      .handle(parts, {
        body: { merchant: { merchantId: '10000001' }, secret: text },
        address,
      } as unknown as AnyCall)
      .then(
        () => 'OK',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      );
  return { codeOf, hashes: () => hashed };
}

test('of many wrong secrets at once only the allowed number is hashed', async () => {
  const { codeOf, hashes } = await setUp();
  const all = Array.from({ length: 30 }, (_, index) => codeOf(`wrong ${index}`));
  const other = codeOf('right', '192.0.2.2');
  const codes = await Promise.all(all);
  assert.equal(codes.filter((code) => code === 'CREDENTIALS_INVALID').length, BURST);
  assert.equal(codes.filter((code) => code === 'TOO_MANY_REQUESTS').length, 30 - BURST);
  assert.equal(await other, 'OK', 'another address is not held up');
  assert.equal(hashes(), BURST + 1);
});

test('right secrets do not count', async () => {
  const { codeOf } = await setUp();
  for (let turn = 0; turn < 3 * BURST; turn += 1) assert.equal(await codeOf('right'), 'OK');
  for (let turn = 0; turn < BURST; turn += 1) {
    assert.equal(await codeOf('wrong'), 'CREDENTIALS_INVALID');
  }
  assert.equal(await codeOf('right'), 'TOO_MANY_REQUESTS');
});
