// Tests of whether and how a customer is authenticated: one row per policy, card and device, and
// what may follow a soft decline.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds, type TimeAndIds } from '../../../core/id.ts';
import { seededRandom } from '../../../core/testing/seeded-random.ts';
import { open, secret } from '../../../core/secret.ts';
import { binColumns } from '../../../cards/bin-row.ts';
import { parseBinTable } from '../../../cards/bin-table.ts';
import { createCardKnowledge } from '../../../cards/card-knowledge.ts';
import { defaultSettings, type Merchant } from '../../../merchants/merchant.ts';
import { defaultScaPolicy, type ScaPolicy } from '../../../merchants/sca-policy.ts';
import { newAuthentication, type Authentication } from '../../../threeds/authentication.ts';
import { createDirectory } from '../../../threeds/directory/directory.ts';
import { noCardRanges } from '../../../threeds/ranges/card-ranges.ts';
import type { MethodDetails, MethodPayment } from '../../method.ts';
import { afterSoftDecline, scaStep, type ScaParts, type ScaStep } from './sca.ts';

const START = Date.parse('2026-03-15T12:00:00Z');
const now: TimeAndIds = { at: START, ids: createIds({ now: () => START }, seededRandom(1)) };
const cards: Record<string, string> = {
  enrolled: '4917110000000000',
  method: '4917110100000000',
  old: '4917110200000000',
  outside: '4111111111111111',
  untold: '4532000000000000',
  unknown: '9999990000000000',
};
const table = parseBinTable(`${binColumns.join(',')}
  49171100,49171100,VISA,,,,,yes,no,2.1.0,2.3.1,2.1.0,2.3.1,
  49171101,49171101,VISA,,,,,yes,no,2.1.0,2.3.1,2.1.0,2.3.1,https://acs.example/method
  49171102,49171102,VISA,,,,,yes,no,2.1.0,2.1.0,2.1.0,2.3.1,
  411111,411111,VISA,,,,,yes,no,2.4.0,2.4.0,,,
`);
const unused = (): never => {
  throw new Error('a decision asks nobody');
};
const parts = (isOn = true): ScaParts => ({
  cards: createCardKnowledge(() => table),
  vault: { fingerprint: (merchantId, number) => Buffer.from(`${merchantId} ${open(number)}`) },
  threeds: {
    store: { latest: unused, find: unused },
    directory: isOn ? createDirectory(unused) : null,
    ranges: noCardRanges,
    addresses: { resultUrl: unused, returnUrl: unused, isValidKey: unused },
    cavvs: { seal: unused, open: unused, reseal: unused },
    limits: { fingerprintMs: 10_000, answerMs: 12_000, challengeMs: 600_000 },
    acquirerBin: '400000',
    factSubstitute: null,
  },
});

const exempting = { ...defaultScaPolicy, traLimits: { PLN: '200.00' } };
const policies: Record<string, ScaPolicy> = {
  default: defaultScaPolicy,
  always: { ...exempting, challenge: 'ALWAYS' },
  exempt: exempting,
  asking: { ...exempting, exemptionRoute: 'AUTHENTICATION' },
};
const headers = { userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'pl' };
const screen = { colorDepth: '24', screenHeight: 1080, screenWidth: 1920, timezone: -60 };
const devices: Record<string, object | undefined> = {
  browser: { browserData: { ...headers, ...screen } },
  quiet: { browserData: { ...headers, javascriptEnabled: false } },
  half: { browserData: { ...headers, javascriptEnabled: false, language: '' } },
  none: undefined,
};
const merchant = (policy: ScaPolicy): Merchant => ({
  merchantId: '10000001',
  version: 1,
  status: 'ACTIVE',
  settings: { ...defaultSettings, sca: policy },
  secretSalt: Buffer.of(),
  secrets: [],
  notificationSecrets: [],
  tokensSince: 0,
  agentTokensSince: 0,
  createdAt: START,
  updatedAt: START,
});
const payment: MethodPayment = {
  merchantId: '10000001',
  paymentId: now.ids.next(),
  status: 'NEW',
  channel: 'WEBAPI',
  transKind: 'AUTH',
  recurring: null,
  instrumentType: 'CARD',
  currency: 'PLN',
  amountMinor: 12_345n,
  extOrderId: null,
  description: null,
  cardHeld: false,
  tokenizerId: null,
  rejectCode: null,
  refusedAt: null,
  validUntil: START + 1000,
};
const cardOf = (name: string) => ({
  number: secret(cards[name] ?? ''),
  expiry: secret('203012'),
  cvv: secret('123'),
  holder: null,
});
const detailsOf = (device: string, recurring: string): MethodDetails => ({
  ...(devices[device] ? { device: devices[device] } : {}),
  ...(recurring === '-' ? {} : { options: { recurring } }),
});

function told(step: ScaStep): string {
  if (step.kind === 'authorize') {
    const { exemption, mayBeRequired } = step;
    return `authorize ${exemption ?? 'plainly'}, ${mayBeRequired ? 'may' : 'cannot'} be asked`;
  }
  if (step.kind === 'device') {
    const names = step.fields.map((field) => field.split('.').at(-1));
    return `device ${names.join(' ')}`;
  }
  return shown(step.authentication);
}
function shown(of: Authentication): string {
  const { state, messageVersion, challengeInd, exemption } = of;
  return [state, messageVersion, challengeInd, ...(exemption ? [exemption] : [])].join(' ');
}

// Policy, card, device, recurring; the step. The amount is 123.45 PLN.
const steps = `
  default | enrolled | browser | -          | ASKING 2.3.1 01
  default | method   | browser | -          | FINGERPRINT 2.3.1 01
  default | method   | quiet   | -          | ASKING 2.3.1 01
  default | old      | browser | -          | ASKING 2.1.0 01
  default | outside  | browser | -          | authorize plainly, cannot be asked
  default | untold   | browser | -          | ASKING 2.2.0 01
  default | unknown  | browser | -          | authorize plainly, cannot be asked
  default | enrolled | none    | -          | device userAgent acceptHeader language
  default | enrolled | half    | -          | device language
  default | outside  | none    | -          | authorize plainly, cannot be asked
  default | enrolled | browser | INITIAL    | ASKING 2.3.1 04
  default | enrolled | browser | SUBSEQUENT | authorize MIT, cannot be asked
  default | enrolled | none    | SUBSEQUENT | authorize MIT, cannot be asked
  default | outside  | none    | SUBSEQUENT | authorize MIT, cannot be asked
  always  | enrolled | browser | -          | ASKING 2.3.1 04
  always  | outside  | browser | -          | authorize plainly, cannot be asked
  always  | enrolled | browser | SUBSEQUENT | authorize MIT, cannot be asked
  exempt  | enrolled | browser | -          | authorize TRA, may be asked
  exempt  | enrolled | none    | -          | authorize TRA, may be asked
  exempt  | outside  | browser | -          | authorize plainly, cannot be asked
  exempt  | enrolled | browser | INITIAL    | ASKING 2.3.1 04
  asking  | enrolled | browser | -          | ASKING 2.3.1 05 TRA
  asking  | method   | browser | -          | FINGERPRINT 2.3.1 05 TRA
  asking  | old      | browser | -          | ASKING 2.1.0 02 TRA
  asking  | enrolled | none    | -          | device userAgent acceptHeader language
  asking  | enrolled | browser | INITIAL    | ASKING 2.3.1 04
`;
for (const line of steps.trim().split('\n')) {
  const [policy = '', card = '', device = '', recurring = '', expected] = line
    .split('|')
    .map((cell) => cell.trim());
  test(`${policy}, ${card} card, device ${device}, recurring ${recurring}: ${expected}`, () => {
    const subject = {
      payment,
      merchant: merchant(policies[policy] ?? defaultScaPolicy),
      card: cardOf(card),
      token: null,
      details: detailsOf(device, recurring),
      customerPresent: recurring !== 'SUBSEQUENT',
    };
    assert.equal(told(scaStep(parts(), subject, now)), expected);
  });
}

test('without a directory server every card is authorized without authentication', () => {
  const present = { details: detailsOf('browser', '-'), customerPresent: true };
  const subject = {
    payment,
    merchant: merchant(exempting),
    card: cardOf('enrolled'),
    token: null,
    ...present,
  };
  const step = told(scaStep(parts(false), subject, now));
  assert.equal(step, 'authorize plainly, cannot be asked');
});

test('an authentication belongs to its payment and has its own deadline and id', () => {
  const present = { details: detailsOf('browser', '-'), customerPresent: true };
  const settings = merchant(defaultScaPolicy);
  const made = ['enrolled', 'method'].map((card) => {
    const subject = { payment, merchant: settings, card: cardOf(card), token: null, ...present };
    const step = scaStep(parts(), subject, now);
    assert.ok(step.kind === 'authenticate');
    return step.authentication;
  });
  const [asking, method] = made;
  assert.deepEqual([asking?.dueAt, method?.dueAt], [START + 12_000, START + 10_000]);
  for (const { merchantId, paymentId, createdAt, organization } of made) {
    assert.deepEqual([merchantId, paymentId], [payment.merchantId, payment.paymentId]);
    assert.deepEqual([createdAt, organization], [START, 'VISA']);
  }
  assert.notEqual(asking?.authenticationId, method?.authenticationId);
});

test('only the first payment of a series stores a fingerprint of its card', () => {
  const prints = ([null, 'INITIAL', 'SUBSEQUENT'] as const).map((recurring) => {
    const subject = {
      payment: { ...payment, recurring },
      merchant: merchant(defaultScaPolicy),
      card: cardOf('enrolled'),
      token: null,
      details: detailsOf('browser', recurring ?? '-'),
      customerPresent: true,
    };
    const step = scaStep(parts(), subject, now);
    assert.ok(step.kind === 'authenticate');
    return step.authentication.cardFingerprint;
  });
  assert.deepEqual(prints, [null, Buffer.from('10000001 4917110000000000'), null]);
});

function earlier(challengeInd: string): Authentication | undefined {
  if (challengeInd === '-') return undefined;
  const range = { acsStart: null, acsEnd: null, dsStart: null, dsEnd: null };
  const given = {
    organization: 'VISA',
    messageVersion: '2.3.1',
    deviceChannel: '02',
    runsScripts: true,
    challengeInd,
    exemption: challengeInd === '05' ? 'TRA' : null,
    range: { ...range, threeDSMethodURL: null },
  } as const;
  return newAuthentication(payment, now.ids.next(), given, parts().threeds.limits, START);
}

// Indicator of the authentication before (without a challenge), card, device; the next step.
const declines = `
  -  | enrolled | browser | ASKING 2.3.1 04
  -  | method   | browser | FINGERPRINT 2.3.1 04
  -  | old      | browser | ASKING 2.1.0 04
  01 | enrolled | browser | ASKING 2.3.1 04
  05 | enrolled | browser | ASKING 2.3.1 04
  04 | enrolled | browser | ASKING 2.3.1 04
  -  | outside  | browser | nothing
  -  | unknown  | browser | nothing
  -  | enrolled | none    | device userAgent acceptHeader language
  -  | enrolled | half    | device language
  -  | outside  | none    | nothing
`;
for (const line of declines.trim().split('\n')) {
  const [before = '', card = '', device = '', expected] = line
    .split('|')
    .map((cell) => cell.trim());
  test(`soft decline after ${before}, ${card} card, device ${device}: ${expected}`, () => {
    const subject = { payment, card: cardOf(card), token: null, details: detailsOf(device, '-') };
    const next = afterSoftDecline(parts(), subject, earlier(before), now);
    assert.equal(next ? told(next) : 'nothing', expected);
  });
}

test('a customer who was challenged is not challenged again', () => {
  const subject = {
    payment,
    card: cardOf('enrolled'),
    token: null,
    details: detailsOf('browser', '-'),
  };
  const before = earlier('01');
  assert.ok(before);
  for (const door of [{ acsUrl: 'https://acs.example' }, { acsSignedContent: 'a.b.c' }]) {
    const challenged: Authentication = { ...before, ...door };
    assert.equal(afterSoftDecline(parts(), subject, challenged, now), undefined);
  }
});

test('without a directory server nothing follows a soft decline', () => {
  const subject = {
    payment,
    card: cardOf('enrolled'),
    token: null,
    details: detailsOf('browser', '-'),
  };
  assert.equal(afterSoftDecline(parts(false), subject, undefined, now), undefined);
});
