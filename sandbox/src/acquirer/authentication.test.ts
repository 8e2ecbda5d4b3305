// Tests of how the simulated issuer decides on an authentication, an exemption, or neither.
import { deepEqual, equal } from 'node:assert/strict';
import { before, test } from 'node:test';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { authenticationTriggers } from '../acs/test-cards/triggers.ts';
import {
  authorizeRequest,
  CARD,
  openAcquirerFixture,
  reply,
  type AcquirerFixture,
} from '../testing/acquirer-fixture.ts';

const DS_ID = '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980';
const CAVV = Buffer.alloc(20, 7).toString('base64');
const SOFT_DECLINE = '4917110030000005';
const ACCEPTED = 'APPROVED';

let fixture: AcquirerFixture;
before(async () => (fixture = await openAcquirerFixture('memory')));

type Said = Pick<PlainRequest, 'threeDS' | 'exemption'>;

const proof = (eci: string, cavv: string | null = CAVV): Said => ({
  threeDS: { eci, cavv, dsTransId: DS_ID, version: '2.2.0', transStatus: 'Y' },
});

async function decided(number: string, said: Said, other: Partial<PlainRequest> = {}) {
  const request = authorizeRequest(fixture.ids, { card: { ...CARD, number }, ...said, ...other });
  const { result, rejectCode } = await reply(fixture.acquirer, 'authorize', request);
  return rejectCode ?? result;
}

const rows: [title: string, said: Said, decision: string][] = [
  ['nothing', {}, 'SCA_REQUIRED'],
  ['a full authentication', proof('05'), ACCEPTED],
  ['a full authentication of Mastercard', proof('02'), ACCEPTED],
  ['a full authentication without its CAVV', proof('05', null), 'SCA_REQUIRED'],
  ['an attempt', proof('06'), 'SCA_REQUIRED'],
  ['no authentication', proof('07', null), 'SCA_REQUIRED'],
  ['a low amount', { exemption: 'LOW_VALUE' }, 'SCA_REQUIRED'],
  ['a low risk', { exemption: 'TRA' }, 'SCA_REQUIRED'],
  ['a charge by the merchant', { exemption: 'MIT' }, ACCEPTED],
];
for (const [title, said, decision] of rows) {
  test(`the soft-decline card with ${title} is ${decision}`, async () => {
    equal(await decided(SOFT_DECLINE, said), decision);
  });
}

test('the soft-decline cards of other organizations decline as well', async () => {
  for (const number of ['5210110030000006', '371449003000007', '6763110030000005']) {
    equal(await decided(number, {}), 'SCA_REQUIRED');
  }
});

test('the other 3-D Secure cards are approved for any amount', async () => {
  for (const { value, outcome } of authenticationTriggers) {
    if (outcome === 'SOFT_DECLINE') continue;
    equal(await decided(value, {}, { amountMinor: '10051' }), ACCEPTED, value);
  }
});

test('a cardholder name takes precedence over the card', async () => {
  const card = { ...CARD, number: SOFT_DECLINE, holder: 'APPROVE' };
  equal(await decided(SOFT_DECLINE, {}, { card }), ACCEPTED);
});

test('an authentication unknown to the issuer is declined as fraud, with any card', async () => {
  const asked: unknown[] = [];
  fixture.check = (claim, charged) => {
    asked.push([claim, charged]);
    return Promise.resolve(false);
  };
  for (const number of [SOFT_DECLINE, '4111111111111111']) {
    equal(await decided(number, proof('05')), 'SUSPECTED_FRAUD');
  }
  equal(await decided('4111111111111111', {}), ACCEPTED, 'nothing was claimed');
  const claim = { eci: '05', cavv: CAVV, dsTransId: DS_ID };
  deepEqual(asked, Array(2).fill([claim, { minor: 10000n, currency: 'PLN' }]));
  fixture.check = () => Promise.resolve(true);
});

test('stores ECI and exemption with the charge, but not the CAVV', async () => {
  const request = authorizeRequest(fixture.ids, { ...proof('05'), exemption: 'TRA' });
  await reply(fixture.acquirer, 'authorize', request);
  const [charge] = await fixture.acquirer.chargesOf(request.paymentId ?? '');
  deepEqual([charge?.eci, charge?.exemption], ['05', 'TRA']);
  equal(Object.values(charge ?? {}).includes(CAVV), false);
});

test('refuses an attempt id that was used with another authentication', async () => {
  const request = authorizeRequest(fixture.ids, proof('05'));
  await reply(fixture.acquirer, 'authorize', request);
  const again = (said: Said) => fixture.acquirer.handle('authorize', { ...request, ...said });
  equal((await again({}))?.status, 200);
  equal((await again(proof('06')))?.status, 409);
  equal((await again({ exemption: 'MIT' }))?.status, 409);
});
