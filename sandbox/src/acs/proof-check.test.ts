// Tests that the issuer accepts only proofs that its own ACS has issued, up to the confirmed
// amount.
import { equal } from 'node:assert/strict';
import { before, test } from 'node:test';
import { money, type Money } from '@bramka/gateway/core/money.ts';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { authenticated, openAcsFixture, type AcsFixture } from '../testing/acs-fixture.ts';
import { createProofCheck, type CheckAuthentication } from './proof-check.ts';

let fixture: AcsFixture;
let check: CheckAuthentication;
let full: ARes;
let attempt: ARes;
let open: ARes;
let mastercard: ARes;
let yen: ARes;
/** The amount of the purchases of the fixture. */
const confirmed = money(12345n, 'PLN');
before(async () => {
  fixture = await openAcsFixture('memory');
  check = createProofCheck(fixture.store);
  full = await authenticated(fixture, { acctNumber: '4917110010000009' });
  attempt = await authenticated(fixture, { acctNumber: '4917110011000008' });
  open = await authenticated(fixture);
  mastercard = await authenticated(fixture, { acctNumber: '5210110010000000' }, 'MASTERCARD');
  const inYen = { purchaseAmount: '500', purchaseCurrency: '392', purchaseExponent: '0' };
  yen = await authenticated(fixture, { acctNumber: '4917110010000009', ...inYen });
});

interface Claim {
  readonly of: () => ARes;
  readonly eci?: string;
  readonly cavv?: string | null;
  readonly dsTransId?: string;
}

const rows: [title: string, claim: Claim, isBelieved: boolean][] = [
  ['what it gave', { of: () => full }, true],
  ['a proof issued for Mastercard', { of: () => mastercard }, true],
  ['an attempt', { of: () => attempt }, true],
  ['a lower claim than was proven', { of: () => full, eci: '06' }, true],
  ['an attempt claimed as an authentication', { of: () => attempt, eci: '05' }, false],
  ['another CAVV', { of: () => full, cavv: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, false],
  ['no CAVV', { of: () => full, cavv: null }, false],
  [
    'a CAVV of another authentication',
    { of: () => full, dsTransId: '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980' },
    false,
  ],
  ['an invalid id', { of: () => full, dsTransId: 'x' }, false],
  ['an unfinished challenge', { of: () => open, eci: '05', cavv: null }, false],
  ['nothing claimed', { of: () => open, eci: '07', cavv: null }, true],
  ['no claim, but a CAVV', { of: () => open, eci: '07', cavv: 'AAAA' }, false],
];
for (const [title, { of, ...overrides }, isBelieved] of rows) {
  test(`${title} is ${isBelieved ? '' : 'not '}accepted`, async () => {
    const { eci = '', authenticationValue: cavv = null, dsTransID: dsTransId } = of();
    equal(await check({ eci, cavv, dsTransId, ...overrides }, confirmed), isBelieved);
  });
}

const charges: [title: string, of: () => ARes, charged: Money, isBelieved: boolean][] = [
  ['less than the confirmed amount', () => full, money(12344n, 'PLN'), true],
  ['more than the confirmed amount', () => full, money(12346n, 'PLN'), false],
  ['another currency', () => full, money(12345n, 'EUR'), false],
  ['the confirmed amount in a currency without decimals', () => yen, money(500n, 'JPY'), true],
  ['more in a currency without decimals', () => yen, money(501n, 'JPY'), false],
  ['more than the amount of an attempt', () => attempt, money(12346n, 'PLN'), false],
];
for (const [title, of, charged, isBelieved] of charges) {
  test(`${title} is ${isBelieved ? '' : 'not '}charged`, async () => {
    const { eci = '', authenticationValue: cavv = null, dsTransID: dsTransId } = of();
    equal(await check({ eci, cavv, dsTransId }, charged), isBelieved);
  });
}

test('does not check the amount without a claim', async () => {
  const claim = { eci: '07', cavv: null, dsTransId: open.dsTransID };
  equal(await check(claim, money(99999n, 'EUR')), true);
});

test('refuses a charge with a CAVV that was issued without a purchase', async () => {
  const row = await fixture.store.ofDirectory(full.dsTransID);
  const { eci = '', authenticationValue: cavv = null, dsTransID: dsTransId } = full;
  const withoutPurchase = row && { ...row, amount: null, currency: null };
  const checkThat = createProofCheck({ ofDirectory: () => Promise.resolve(withoutPurchase) });
  equal(await checkThat({ eci, cavv, dsTransId }, money(1n, 'PLN')), false);
});

test('accepts the CAVV that was sent with the result of a challenge', async () => {
  await fixture.acs.applyAction(open.acsTransID, { do: 'approve' });
  const cavv = fixture.sent[0]?.rreq.authenticationValue ?? null;
  equal(await check({ eci: '05', cavv, dsTransId: open.dsTransID }, confirmed), true);
});
