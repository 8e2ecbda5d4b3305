// Origins of wallets are part of the policy only for payments that offer them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MethodEntry } from '../../page/state.ts';
import { factsOf } from '../../page/testing/facts.ts';
import { securityHeaders } from './headers.ts';
import { noSources, sourcesIn, sourcesOf, type Sources } from './method-sources.ts';

const own = 'https://pay.example';
const on = (method: MethodEntry['method'], status: MethodEntry['status'] = 'ENABLED') => {
  return { method, status };
};
const c2p = (sdkURL: unknown) => ({ C2P: [{ sdkURL }] });
const sdk = 'https://sdk.example/c2p.js?dpaId=1';

const rows: [string, ReturnType<typeof factsOf>, boolean, Sources][] = [
  ['no wallet', factsOf({}, [on('CARD'), on('BLIK')], c2p(sdk)), false, noSources],
  [
    'Click to Pay',
    factsOf({}, [on('C2P')], c2p(sdk)),
    false,
    { scripts: ['https://sdk.example'], connections: [], trusted: ['click-to-pay'] },
  ],
  [
    'Click to Pay of the own origin',
    factsOf({}, [on('C2P')], c2p(`${own}/sandbox/c2p/sdk.js`)),
    true,
    { scripts: [], connections: [], trusted: ['click-to-pay'] },
  ],
  ['Click to Pay without a script', factsOf({}, [on('C2P')], { C2P: [] }), false, noSources],
  ['a script of another kind', factsOf({}, [on('C2P')], c2p('data:text/x,1')), false, noSources],
  ['wallets that are down', factsOf({}, [on('GPAY', 'UNAVAILABLE')]), false, noSources],
  [
    'Google Pay',
    factsOf({}, [on('GPAY')]),
    false,
    { ...noSources, connections: ['https://google.com', 'https://pay.google.com'] },
  ],
  ['Google Pay of the sandbox', factsOf({}, [on('GPAY')]), true, noSources],
];
for (const [name, facts, isSandbox, expected] of rows) {
  test(name, () => assert.deepEqual(sourcesOf(facts, isSandbox, own), expected));
}

const policyOf = (sources: Sources): string =>
  securityHeaders({ frameOrigins: [], isSandbox: false, styles: [], sources })[
    'content-security-policy'
  ] ?? '';

test('without a wallet the policy allows no other origin and no trusted types policy', () => {
  const policy = policyOf(noSources);
  assert.match(policy, /; script-src 'self';/);
  assert.match(policy, /; connect-src 'self';/);
  assert.match(policy, /; trusted-types 'none'/);
});

test('the policy names exactly the origins of the wallets', () => {
  const policy = policyOf({
    scripts: ['https://a.example'],
    connections: ['https://b.example'],
    trusted: ['x'],
  });
  assert.match(policy, /; script-src 'self' https:\/\/a\.example;/);
  assert.match(policy, /; connect-src 'self' https:\/\/b\.example;/);
  assert.match(policy, /; trusted-types x(;|$)/);
});

test('a policy is read back, and allows nothing that no wallet needs', () => {
  for (const [name, , , wallets] of rows)
    assert.deepEqual(sourcesIn(policyOf(wallets)), wallets, name);
  const click = { scripts: ['https://a.example'], connections: [], trusted: ['click-to-pay'] };
  assert.deepEqual(sourcesIn(policyOf(click)), click);
  const two = { ...click, scripts: ['https://a.example', 'https://b.example'] };
  assert.deepEqual(sourcesIn(policyOf(two)), click, 'one origin only');
  const wide = [
    { ...click, trusted: ['other'] },
    { ...noSources, scripts: ['https://*.example'], trusted: ['other'] },
    { ...noSources, scripts: ["'unsafe-inline'"] },
    { ...noSources, connections: ['https://google.com'] },
  ];
  for (const wallets of wide) assert.deepEqual(sourcesIn(policyOf(wallets)), noSources);
});
