// Tests of the limit on bad links: it counts per address, right links do not count, and after too
// many bad links the right one is refused as well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import type { AnyCall } from '../../http/endpoint.ts';
import { rateLimit } from '../../http/limits.ts';
import { defaultSettings } from '../../merchants/merchant.ts';
import { createLinks, type ClientTokenTerms } from '../links/links.ts';
import type { Payment } from '../model/payment.ts';
import { exchangeLink, LINK_TOKEN_MS } from './exchange-link.ts';

const PER_SECOND = 2;
const BURST = 2 * PER_SECOND;
const now = Date.parse('2026-03-01T12:00:00.000Z');
const payment = {
  merchantId: '10000001',
  paymentId: '019ca9a1-0000-7000-8000-000000000001',
  generation: 1,
  createdAt: now,
  validUntil: now + LINK_TOKEN_MS,
} as Payment;

function rig(validUntil = payment.validUntil) {
  const issued: (ClientTokenTerms | undefined)[] = [];
  const links = createLinks(
    () => '',
    secret(Buffer.alloc(32, 5)),
    (_payment, terms) => {
      issued.push(terms);
      return Promise.resolve('token');
    },
  );
  const of = { ...payment, validUntil };
  const parts = {
    store: {
      find: (_mid: string, id: string) => Promise.resolve(id === of.paymentId ? of : undefined),
      details: () => Promise.resolve({}),
    },
    merchants: { read: () => Promise.resolve({ version: 7, settings: defaultSettings }) },
    links,
    clock: { now: () => now },
    linkFailures: rateLimit(PER_SECOND, () => 0),
  } as unknown as Parameters<typeof exchangeLink.handle>[0];
  const exchange = (link: string, address = '192.0.2.1'): Promise<unknown> =>
    exchangeLink.handle(parts, { body: { link }, address } as AnyCall);
  const codeOf = (link: string, address?: string): Promise<string> =>
    exchange(link, address).then(
      () => 'OK',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  return { exchange, codeOf, issued, right: links.page(of).replace('/pay/', '') };
}

test('right links do not count', async () => {
  const { codeOf, right } = rig();
  for (let turn = 0; turn < 3 * BURST; turn += 1) assert.equal(await codeOf(right), 'OK');
});

test('bad links count for their address, and then right links are refused as well', async () => {
  const { codeOf, right } = rig();
  for (let turn = 0; turn < BURST; turn += 1) assert.equal(await codeOf('x'), 'LINK_NOT_FOUND');
  assert.equal(await codeOf('x'), 'TOO_MANY_REQUESTS');
  assert.equal(await codeOf(right), 'TOO_MANY_REQUESTS');
  assert.equal(await codeOf(right, '192.0.2.2'), 'OK');
});

test('the token lasts until the payment expires, and half an hour at least', async () => {
  const cases = [
    [now - 1000, LINK_TOKEN_MS],
    [now + LINK_TOKEN_MS - 1, LINK_TOKEN_MS],
    [now + LINK_TOKEN_MS + 1000, LINK_TOKEN_MS + 1000],
  ] as const;
  for (const [validUntil, lastsMs] of cases) {
    const { exchange, right, issued } = rig(validUntil);
    const answer = (await exchange(right)) as { expiresIn: number };
    assert.equal(answer.expiresIn, lastsMs / 1000);
    assert.deepEqual(issued, [{ merchantVersion: 7, expiresAt: now + lastsMs }]);
  }
});
