// Tests of finding a payment by its link: only the latest link opens it, for three months, and
// every other link costs one look-up and one comparison.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instant } from '../../core/clock.ts';
import { secret } from '../../core/secret.ts';
import type { Payment } from '../model/payment.ts';
import { findByLink } from './find-by-link.ts';
import { createLinks } from './links.ts';

const merchantId = '10000001';
const paymentId = '019ca9a1-0000-7000-8000-000000000001';
const created = Date.parse('2026-03-01T12:00:00.000Z');
const payment = { merchantId, paymentId, generation: 2, createdAt: created } as Payment;

function rig(now: Instant = created) {
  const links = createLinks(
    () => 'https://pay.example',
    secret(Buffer.alloc(32, 5)),
    () => Promise.resolve('token'),
  );
  const work = { found: 0, compared: 0 };
  const parts = {
    store: {
      find: (mid: string, id: string) => {
        work.found += 1;
        const isThere = mid === merchantId && id === paymentId;
        return Promise.resolve(isThere ? payment : undefined);
      },
    },
    links: {
      opens: (...args: Parameters<typeof links.opens>) => {
        work.compared += 1;
        return links.opens(...args);
      },
    },
    clock: { now: () => now } as never,
  };
  const linkOf = (of: Payment): string => links.page(of).replace('https://pay.example/pay/', '');
  return { find: (link: string) => findByLink(parts, link), linkOf, work };
}

test('the latest link opens its payment', async () => {
  const { find, linkOf } = rig();
  assert.equal(await find(linkOf(payment)), payment);
});

test('every other link finds nothing after the same work', async () => {
  const { linkOf } = rig();
  const right = linkOf(payment);
  const key = right.split('/')[2] ?? '';
  const bad = {
    'an earlier link': linkOf({ ...payment, generation: 1 }),
    'a later link': linkOf({ ...payment, generation: 3 }),
    'another key': `${merchantId}/${paymentId}/${'0'.repeat(32)}`,
    'an upper-case key': `${merchantId}/${paymentId}/${key.toUpperCase()}`,
    'a part of the key': right.slice(0, -1),
    'no key': `${merchantId}/${paymentId}/`,
    'another merchant': `10000002/${paymentId}/${key}`,
    'another payment': `${merchantId}/019ca9a1-0000-7000-8000-000000000002/${key}`,
    'no payment id': `${merchantId}/x/${key}`,
    'no merchant id': `x/${paymentId}/${key}`,
    'one part more': `${right}/`,
    'the whole address': `https://pay.example/pay/${right}`,
    'one part': 'x',
    'an empty link': '',
    'a link with control characters': `${right}\u0000`,
  };
  for (const [name, link] of Object.entries(bad)) {
    const { find, work } = rig();
    assert.equal(await find(link), undefined, name);
    assert.deepEqual(work, { found: 1, compared: 1 }, name);
  }
});

test('a link opens its payment for three months', async () => {
  const { linkOf } = rig();
  const end = Date.parse('2026-06-01T12:00:00.000Z');
  assert.equal(await rig(end - 1).find(linkOf(payment)), payment);
  assert.equal(await rig(end).find(linkOf(payment)), undefined);
});
