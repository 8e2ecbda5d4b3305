// Tests of the 3-D Secure test cards: the numbers are valid, and each card leads to its documented
// outcome in every version and on every device.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { acquirerTriggers } from '../../acquirer/triggers/triggers.ts';
import type { Organization } from '../../wire/organization.ts';
import { areqOf, openAcsFixture, type AcsFixture } from '../../testing/acs-fixture.ts';
import { sandboxTriggers } from '../../parties.ts';
import { pathOf, decisionFor, type PathRequest, type Path } from './paths.ts';
import { authenticationTriggers } from './triggers.ts';

let fixture: AcsFixture;
before(async () => (fixture = await openAcsFixture('memory')));

function isLuhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  });
  return sum % 10 === 0;
}

test('every card passes the Luhn check and is in its card range', () => {
  for (const { value, outcome } of authenticationTriggers) {
    ok(isLuhn(value), value);
    if (outcome === 'NOT_ENROLLED') equal(pathOf(value), undefined);
    else match(value, /^(4917110[0-3]|52101100|37144900|35661100|65101100|62501100|67631100)/);
  }
});

test('lists each card once per provider, and no plain card as a 3-D Secure card', () => {
  const keys = sandboxTriggers.map(({ kind, value, provider }) => `${kind} ${value} ${provider}`);
  equal(new Set(keys).size, keys.length);
  const enrolled = acquirerTriggers.filter(({ value }) => pathOf(value) !== undefined);
  deepEqual(enrolled, []);
});

test('every description names the final status of the payment', () => {
  for (const { description } of authenticationTriggers) {
    match(description, /COMPLETED|REJECTED SCA_(FAILED|REJECTED|UNAVAILABLE|TIMEOUT)/);
  }
});

const organizationOf = (card: string): Organization => {
  const byStart: [start: string, organization: Organization][] = [
    ...([
      ['4', 'VISA'],
      ['52', 'MASTERCARD'],
      ['37', 'AMEX'],
      ['35', 'JCB'],
    ] as const),
    ...([
      ['65', 'DISCOVER'],
      ['62', 'UNIONPAY'],
      ['67', 'MAESTRO'],
    ] as const),
  ].map(([start, organization]) => [start, organization]);
  return byStart.find(([start]) => card.startsWith(start))?.[1] ?? 'DINERS';
};

const heardFrom: Readonly<Record<string, string>> = {
  FRICTIONLESS_Y: 'Y',
  ATTEMPT_A: 'A',
  NOT_AUTHENTICATED_N: 'N',
  REJECTED_R: 'R',
  UNAVAILABLE_U: 'U',
  INFORMATIONAL_I: 'I',
  CHALLENGE: 'C',
  CHALLENGE_ABANDONED: 'C',
  DECOUPLED: 'D',
  SOFT_DECLINE: 'I',
  METHOD_THEN_FRICTIONLESS: 'Y',
  METHOD_THEN_CHALLENGE: 'C',
  NOT_ENROLLED: 'Erro 305',
  ACS_DOWN: 'Erro 405',
  DIRECTORY_DOWN: 'status 503',
  DIRECTORY_SILENT: 'nothing',
  DIRECTORY_GARBAGE: 'garbage',
};

for (const { value, outcome } of authenticationTriggers) {
  test(`the card ${value} leads to ${outcome}`, async () => {
    const messageVersion = value.startsWith('49171102') ? '2.1.0' : '2.2.0';
    const areq = areqOf(fixture.ids, { acctNumber: value, messageVersion });
    const answer = await fixture.directory.handle(organizationOf(value), areq);
    const body = answer?.body as (ARes & { errorCode?: string }) | string | undefined;
    const said = () => {
      if (answer === undefined) return 'nothing';
      if (answer.status !== 200) return `status ${answer.status}`;
      if (typeof body !== 'object') return 'garbage';
      return body.transStatus ?? `Erro ${body.errorCode}`;
    };
    equal(said(), heardFrom[outcome]);
    if (typeof body !== 'object' || body.transStatus === undefined) return;
    const isMastercard = /^(52|67)/.test(value);
    const eci = { Y: ['05', '02'], A: ['06', '01'], C: [], D: [] }[body.transStatus as string];
    equal(body.eci, (eci ?? ['07', '00'])[isMastercard ? 1 : 0]);
    equal(body.authenticationValue !== undefined, /^[YA]$/.test(body.transStatus));
  });
}

const asked = (overrides: Partial<PathRequest> = {}): PathRequest => ({
  messageVersion: '2.2.0',
  deviceChannel: '02',
  challengeInd: null,
  isDecoupledAllowed: true,
  ...overrides,
});

const rows: [
  path: Path,
  other: Partial<PathRequest>,
  transStatus: string,
  reason: string | null,
][] = [
  ['FRICTIONLESS', { challengeInd: '04' }, 'Y', null],
  ['INFORMATIONAL', { messageVersion: '2.1.0' }, 'U', '07'],
  ['INFORMATIONAL', { messageVersion: '2.3.1' }, 'I', null],
  ['DECOUPLED', { messageVersion: '2.1.0' }, 'U', '07'],
  ['DECOUPLED', { isDecoupledAllowed: false }, 'U', '23'],
  ['DECOUPLED', { deviceChannel: '03' }, 'D', null],
  ['SOFT_DECLINE', {}, 'I', null],
  ['SOFT_DECLINE', { messageVersion: '2.1.0' }, 'U', '07'],
  ['SOFT_DECLINE', { challengeInd: '02' }, 'I', null],
  ['SOFT_DECLINE', { challengeInd: '03' }, 'C', null],
  ['SOFT_DECLINE', { challengeInd: '04', messageVersion: '2.1.0' }, 'C', null],
  ['CHALLENGE', { deviceChannel: '01' }, 'C', null],
  ['CHALLENGE', { deviceChannel: '03' }, 'U', '21'],
  ['UNAVAILABLE', {}, 'U', '22'],
  ['UNAVAILABLE', { messageVersion: '2.1.0' }, 'U', '07'],
  ['NOT_AUTHENTICATED', {}, 'N', '01'],
  ['REJECTED', {}, 'R', '11'],
];
for (const [path, other, transStatus, reason] of rows) {
  test(`${path} with ${JSON.stringify(other)} is ${transStatus}`, () => {
    deepEqual(decisionFor(path, asked(other)), { transStatus, reason });
  });
}

test('a test card with an unassigned code is authenticated without a challenge', () => {
  equal(pathOf('4917110077000000'), 'FRICTIONLESS');
  equal(pathOf('4917120020000006'), undefined);
});
