// The corpus of receivers' URLs: each is refused when it is set, or not sent to, or sent to, in
// production and in the sandbox. Sending runs the real client up to the choice of an address; the
// connection itself is replaced, because nobody may be called from a test.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { describe, test } from 'node:test';
import { checkSettings } from '@bramka/gateway/admin/check-settings.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { createEgress } from '@bramka/gateway/events/egress/egress.ts';
import { isPublicAddress } from '@bramka/gateway/events/egress/public-address.ts';
import { targetRules } from '@bramka/gateway/events/egress/target.ts';
import { checkCreation } from '@bramka/gateway/payments/requests/check-request.ts';
import { corpusNames, urlCorpus } from '../support/receivers/url-corpus.ts';

const environments = ['production', 'sandbox'] as const;

for (const environment of environments) {
  const rules = targetRules(environment === 'production');
  const fieldRefused = (field: string) => (error: unknown) =>
    error instanceof Refusal && error.details[0]?.field === field;

  describe(`in ${environment}`, () => {
    for (const row of urlCorpus) {
      const handling = row[environment];
      test(`${row.url} is ${handling}`, async () => {
        const settings = { notificationUrl: row.url };
        const order = { amount: 1, currency: 'PLN' };
        const set = (): unknown => checkSettings(settings, rules);
        const create = (): void =>
          checkCreation({ order, options: { asyncNotify: row.url } }, rules);
        if (handling === 'refused') {
          assert.throws(set, fieldRefused('settings.notificationUrl'));
          assert.throws(create, fieldRefused('options.asyncNotify'));
        } else {
          assert.doesNotThrow(set);
          assert.doesNotThrow(create);
        }
        // What is stored may be older than the rules, so sending checks everything again.
        if (environment === 'production' || handling === 'refused') {
          assert.equal(await isConnected(row.url, rules), handling === 'sent');
        }
      });
    }
  });
}

test('the corpus has names for all ways to an address that is not public', () => {
  const addresses = Object.values(corpusNames);
  assert.ok(addresses.some((list) => list.every(isPublicAddress)));
  assert.ok(addresses.filter((list) => !list.every(isPublicAddress)).length >= 10);
});

/** Whether a connection would be opened. */
async function isConnected(url: string, rules: ReturnType<typeof targetRules>): Promise<boolean> {
  const tried: string[] = [];
  const unreachable = Object.assign(new Error('no connections here'), { syscall: 'connect' });
  const egress = createEgress({
    ...rules,
    resolve: (host) => Promise.resolve(corpusNames[host] ?? []),
    // Instead of opening a socket, which looks up names only.
    buildConnector:
      (settings = {}) =>
      ({ hostname }, callback) => {
        const { lookup } = settings as { lookup: LookupFunction };
        const use: Parameters<LookupFunction>[2] = (error, addresses) => {
          if (!error) tried.push(...(addresses as LookupAddress[]).map(({ address }) => address));
          callback(error ?? unreachable, null);
        };
        if (isIP(hostname) === 0) lookup(hostname, { all: true }, use);
        else queueMicrotask(() => use(null, [{ address: hostname, family: isIP(hostname) }]));
      },
  });
  const got = await egress.post(url, {}, '{}');
  await egress.close();
  if (tried.length > 0) {
    assert.equal(got.cause, 'CONNECT');
    if (!rules.allowsPrivate) assert.ok(tried.every(isPublicAddress));
  } else assert.equal(got.cause, 'ADDRESS', got.answer);
  return tried.length > 0;
}
