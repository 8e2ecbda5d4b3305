// The issuer believes what its own ACS has given, and no more.
import { equal } from 'node:assert/strict';
import { before, test } from 'node:test';
import { money, type Money } from '@bramka/gateway/core/money.ts';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { authenticated, openAcsRig, type AcsRig } from '../testing/acs-rig.ts';
import { proofCheck, type CheckAuthentication } from './proof-check.ts';

let rig: AcsRig;
let check: CheckAuthentication;
let full: ARes;
let attempt: ARes;
let open: ARes;
let mastercard: ARes;
let yen: ARes;
/** The purchase of the rig's requests. */
const confirmed = money(12345n, 'PLN');
before(async () => {
  rig = await openAcsRig('memory');
  check = proofCheck(rig.store);
  full = await authenticated(rig, { acctNumber: '4917110010000009' });
  attempt = await authenticated(rig, { acctNumber: '4917110011000008' });
  open = await authenticated(rig);
  mastercard = await authenticated(rig, { acctNumber: '5210110010000000' }, 'MASTERCARD');
  const inYen = { purchaseAmount: '500', purchaseCurrency: '392', purchaseExponent: '0' };
  yen = await authenticated(rig, { acctNumber: '4917110010000009', ...inYen });
});

interface Claim {
  readonly of: () => ARes;
  readonly eci?: string;
  readonly cavv?: string | null;
  readonly dsTransId?: string;
}

const rows: [title: string, claim: Claim, isBelieved: boolean][] = [
  ['what it gave', { of: () => full }, true],
  ['what it gave to Mastercard', { of: () => mastercard }, true],
  ['an attempt', { of: () => attempt }, true],
  ['less than it gave', { of: () => full, eci: '06' }, true],
  ['an attempt claimed as more', { of: () => attempt, eci: '05' }, false],
  ['another CAVV', { of: () => full, cavv: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, false],
  ['no CAVV', { of: () => full, cavv: null }, false],
  [
    'a CAVV of another id',
    { of: () => full, dsTransId: '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980' },
    false,
  ],
  ['an id that is none', { of: () => full, dsTransId: 'x' }, false],
  ['a challenge that is not over', { of: () => open, eci: '05', cavv: null }, false],
  ['nothing claimed', { of: () => open, eci: '07', cavv: null }, true],
  ['nothing claimed, but a CAVV', { of: () => open, eci: '07', cavv: 'AAAA' }, false],
];
for (const [title, { of, ...other }, isBelieved] of rows) {
  test(`${title} is ${isBelieved ? '' : 'not '}believed`, async () => {
    const { eci = '', authenticationValue: cavv = null, dsTransID: dsTransId } = of();
    equal(await check({ eci, cavv, dsTransId, ...other }, confirmed), isBelieved);
  });
}

const charges: [title: string, of: () => ARes, charged: Money, isBelieved: boolean][] = [
  ['less than was confirmed', () => full, money(12344n, 'PLN'), true],
  ['more than was confirmed', () => full, money(12346n, 'PLN'), false],
  ['another currency', () => full, money(12345n, 'EUR'), false],
  ['what was confirmed in a currency without decimals', () => yen, money(500n, 'JPY'), true],
  ['more in a currency without decimals', () => yen, money(501n, 'JPY'), false],
  ['a charge after an attempt for less', () => attempt, money(12346n, 'PLN'), false],
];
for (const [title, of, charged, isBelieved] of charges) {
  test(`${title} is ${isBelieved ? '' : 'not '}charged`, async () => {
    const { eci = '', authenticationValue: cavv = null, dsTransID: dsTransId } = of();
    equal(await check({ eci, cavv, dsTransId }, charged), isBelieved);
  });
}

test('without a claim the amount is a matter of no authentication', async () => {
  const claim = { eci: '07', cavv: null, dsTransId: open.dsTransID };
  equal(await check(claim, money(99999n, 'EUR')), true);
});

test('a CAVV for no purchase is good for no charge', async () => {
  const row = await rig.store.ofDirectory(full.dsTransID);
  const { eci = '', authenticationValue: cavv = null, dsTransID: dsTransId } = full;
  const withoutPurchase = row && { ...row, amount: null, currency: null };
  const checkThat = proofCheck({ ofDirectory: () => Promise.resolve(withoutPurchase) });
  equal(await checkThat({ eci, cavv, dsTransId }, money(1n, 'PLN')), false);
});

test('a CAVV given away for a challenge is that of its result', async () => {
  await rig.acs.act(open.acsTransID, { do: 'approve' });
  const cavv = rig.sent[0]?.rreq.authenticationValue ?? null;
  equal(await check({ eci: '05', cavv, dsTransId: open.dsTransID }, confirmed), true);
});
