// Origins of wallets are part of the policy only for payments that offer them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MethodEntry } from '../../page/state.ts';
import { factsOf } from '../../page/testing/facts.ts';
import { securityHeaders } from './headers.ts';
import { noWallets, walletsIn, walletSources, type WalletSources } from './wallet-sources.ts';

const own = 'https://pay.example';
const on = (method: MethodEntry['method'], status: MethodEntry['status'] = 'ENABLED') => {
  return { method, status };
};
const c2p = (sdkURL: unknown) => ({ C2P: [{ sdkURL }] });
const sdk = 'https://sdk.example/c2p.js?dpaId=1';

const rows: [string, ReturnType<typeof factsOf>, boolean, WalletSources][] = [
  ['no wallet', factsOf({}, [on('CARD'), on('BLIK')], c2p(sdk)), false, noWallets],
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
  ['Click to Pay without a script', factsOf({}, [on('C2P')], { C2P: [] }), false, noWallets],
  ['a script of another kind', factsOf({}, [on('C2P')], c2p('data:text/x,1')), false, noWallets],
  ['wallets that are down', factsOf({}, [on('GPAY', 'UNAVAILABLE')]), false, noWallets],
  [
    'Google Pay',
    factsOf({}, [on('GPAY')]),
    false,
    { ...noWallets, connections: ['https://google.com', 'https://pay.google.com'] },
  ],
  ['Google Pay of the sandbox', factsOf({}, [on('GPAY')]), true, noWallets],
];
for (const [name, facts, isSandbox, expected] of rows) {
  test(name, () => assert.deepEqual(walletSources(facts, isSandbox, own), expected));
}

const policyOf = (wallets: WalletSources): string =>
  securityHeaders({ frameOrigins: [], isSandbox: false, styles: [], wallets })[
    'content-security-policy'
  ] ?? '';

test('without a wallet the policy allows no other origin and no trusted types policy', () => {
  const policy = policyOf(noWallets);
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
    assert.deepEqual(walletsIn(policyOf(wallets)), wallets, name);
  const click = { scripts: ['https://a.example'], connections: [], trusted: ['click-to-pay'] };
  assert.deepEqual(walletsIn(policyOf(click)), click);
  const two = { ...click, scripts: ['https://a.example', 'https://b.example'] };
  assert.deepEqual(walletsIn(policyOf(two)), click, 'one origin only');
  const wide = [
    { ...click, trusted: ['other'] },
    { ...noWallets, scripts: ['https://*.example'], trusted: ['other'] },
    { ...noWallets, scripts: ["'unsafe-inline'"] },
    { ...noWallets, connections: ['https://google.com'] },
  ];
  for (const wallets of wide) assert.deepEqual(walletsIn(policyOf(wallets)), noWallets);
});
