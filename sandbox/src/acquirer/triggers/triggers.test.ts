// Tests of the acquirer's trigger catalogue: the listed values are valid and cause the listed
// outcome.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PlainAnswer } from '@bramka/gateway/providers/plain/messages.ts';
import {
  authorizeRequest,
  CARD,
  openAcquirerFixture,
  reply,
  type AcquirerFixture,
} from '../../testing/acquirer-fixture.ts';
import { DELAY_MS, issuerRejectCodes } from './behaviour.ts';
import { acquirerTriggers, type AcquirerTrigger } from './triggers.ts';

let fixture: AcquirerFixture;
before(async () => (fixture = await openAcquirerFixture('memory')));
after(() => fixture.close());

const cards = acquirerTriggers.filter(({ kind }) => kind === 'card');
const UNLISTED = { ...CARD, number: '4242424242424242' };

function isLuhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  });
  return sum % 10 === 0;
}

test('every test card passes the Luhn check', () => {
  deepEqual(
    cards.filter(({ value }) => !isLuhn(value)),
    [],
  );
  ok(!isLuhn('4111111111111112'));
});

test('no trigger is listed twice', () => {
  const keys = acquirerTriggers.map(({ kind, value }) => `${kind} ${value}`);
  equal(new Set(keys).size, keys.length);
});

test('cards that do not approve are 16-digit numbers starting with 4000 00', () => {
  for (const card of cards.filter(({ outcome }) => outcome !== 'APPROVED')) {
    match(card.value, /^400000\d{10}$/);
  }
});

test('every issuer reject code has a card and a cardholder name', () => {
  for (const code of issuerRejectCodes) {
    const kinds = acquirerTriggers.filter(({ outcome }) => outcome === code).map((t) => t.kind);
    ok(kinds.includes('card') && kinds.includes('name'), code);
  }
});

test('an unlisted card, amount and name are approved', async () => {
  const card = { ...UNLISTED, holder: 'Anna Kowalska' };
  equal(
    (await reply(fixture.acquirer, 'authorize', authorizeRequest(fixture.ids, { card }))).result,
    'APPROVED',
  );
});

function requestFor(trigger: AcquirerTrigger) {
  switch (trigger.kind) {
    case 'card':
      return authorizeRequest(fixture.ids, { card: { ...CARD, number: trigger.value } });
    case 'name':
      return authorizeRequest(fixture.ids, { card: { ...UNLISTED, holder: trigger.value } });
    case 'amount':
      return authorizeRequest(fixture.ids, {
        card: UNLISTED,
        amountMinor: `120${trigger.value.slice(-2)}`,
      });
  }
}

/** The immediate answer to the gateway, and the final answer to an inquiry. */
interface Course {
  readonly heard: string;
  readonly truth: string;
}

function expectedOf(trigger: AcquirerTrigger): Course {
  const { outcome } = trigger;
  switch (outcome) {
    case 'APPROVED':
      return { heard: 'APPROVED', truth: 'APPROVED' };
    case 'SLOW':
      return { heard: 'APPROVED, slowly', truth: 'APPROVED' };
    case 'NO_ANSWER':
      return { heard: 'nothing', truth: 'NOT_FOUND' };
    case 'ANSWER_LOST_AFTER_APPROVAL':
      return { heard: 'nothing', truth: 'APPROVED' };
    case 'ANSWER_LOST_AFTER_DECLINE':
      return { heard: 'nothing', truth: 'DECLINED DO_NOT_HONOR' };
    case 'ERROR_AFTER_APPROVAL':
      return { heard: 'status 503', truth: 'APPROVED' };
    case 'GARBAGE_AFTER_APPROVAL':
      return { heard: 'garbage', truth: 'APPROVED' };
    case 'PENDING_THEN_APPROVED':
      return { heard: 'PENDING', truth: 'APPROVED' };
    case 'PENDING_THEN_DECLINED':
      return { heard: 'PENDING', truth: 'DECLINED DO_NOT_HONOR' };
    default:
      return { heard: `DECLINED ${outcome}`, truth: `DECLINED ${outcome}` };
  }
}

function inWords(answer: PlainAnswer | undefined): string {
  if (answer === undefined) return 'nothing';
  if (answer.status !== 200) return `status ${String(answer.status)}`;
  if (typeof answer.body === 'string') return 'garbage';
  const { result, rejectCode } = answer.body as { result: string; rejectCode?: string };
  return rejectCode === undefined ? result : `${result} ${rejectCode}`;
}

for (const trigger of acquirerTriggers) {
  test(`the ${trigger.kind} ${trigger.value} leads to ${trigger.outcome}`, async () => {
    const request = requestFor(trigger);
    const calling = fixture.acquirer.handle('authorize', request);
    const isSlow = fixture.clock.sleeping() > 0;
    if (isSlow) fixture.clock.advance(DELAY_MS);
    const heard = inWords(await calling) + (isSlow ? ', slowly' : '');
    fixture.clock.advance(DELAY_MS);
    const { attemptId } = request;
    const truth = inWords(await fixture.acquirer.handle('inquire', { attemptId }));
    deepEqual({ heard, truth }, expectedOf(trigger));
    equal(fixture.clock.sleeping(), 0);
  });
}

test('a slow answer is not sent before its delay has passed', async () => {
  const trigger = cards.find(({ outcome }) => outcome === 'SLOW') as AcquirerTrigger;
  const request = requestFor(trigger);
  const calling = fixture.acquirer.handle('authorize', request);
  fixture.clock.advance(DELAY_MS - 1);
  const { attemptId } = request;
  equal((await reply(fixture.acquirer, 'inquire', { attemptId })).result, 'NOT_FOUND');
  fixture.clock.advance(1);
  equal(inWords(await calling), 'APPROVED');
});

test('a pending payment is still pending just before its due time', async () => {
  const trigger = cards.find(
    ({ outcome }) => outcome === 'PENDING_THEN_APPROVED',
  ) as AcquirerTrigger;
  const request = requestFor(trigger);
  await reply(fixture.acquirer, 'authorize', request);
  fixture.clock.advance(DELAY_MS - 1);
  const { attemptId } = request;
  equal((await reply(fixture.acquirer, 'inquire', { attemptId })).result, 'PENDING');
});

const LOST = '4000000000009987';
const precedence: readonly (readonly [holder: string | null, number: string, amount: string])[] = [
  ['DECLINE STOLEN_CARD', LOST, '10051'],
  [null, LOST, '10051'],
  [null, UNLISTED.number, '10051'],
  [null, CARD.number, '10051'],
  ['APPROVE', LOST, '10051'],
];
const decided = [
  'DECLINED STOLEN_CARD',
  'DECLINED LOST_CARD',
  'DECLINED INSUFFICIENT_FUNDS',
  'APPROVED',
  'APPROVED',
];

test('a name takes precedence over a card, a card over an amount', async () => {
  const heard: string[] = [];
  for (const [holder, number, amountMinor] of precedence) {
    const card = { ...CARD, number, holder };
    const request = authorizeRequest(fixture.ids, { card, amountMinor });
    heard.push(inWords(await fixture.acquirer.handle('authorize', request)));
  }
  deepEqual(heard, decided);
});

test('names match in any case, with spaces or underscores', async () => {
  const card = { ...CARD, holder: '  decline insufficient  funds ' };
  const answer = await reply(
    fixture.acquirer,
    'authorize',
    authorizeRequest(fixture.ids, { card }),
  );
  equal(answer.rejectCode, 'INSUFFICIENT_FUNDS');
  notEqual(answer.reference, undefined);
});
