// The codes and amounts of Autopay's test environment, at the simulated operator and through the
// adapter, and aliases (OneClick) that are saved, used, ambiguous and removed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createIds } from '@bramka/gateway/core/id.ts';
import { money } from '@bramka/gateway/core/money.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { autopayProvider } from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { localAutopay } from '@bramka/gateway/providers/autopay/transport.ts';
import type { BlikMeans } from '@bramka/gateway/providers/means.ts';
import type { Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { idAtBlik, settleWaiting } from '@bramka/sandbox/autopay/blik.ts';
import { operations } from '@bramka/sandbox/autopay/operator.ts';
import { openBacking, type OpenBacking } from '@bramka/sandbox/testing/backing.ts';
import { serviceOf } from '../support/transfers/autopay-messages.ts';
import { authorization, inquiryOf, payer } from '../support/providers/requests.ts';
import {
  operatorParts,
  RETURN_URL,
  type OperatorParts,
} from '../support/transfers/simulated-operator.ts';

let backing: OpenBacking;
let parts: OperatorParts;
let adapter: Provider;

before(async () => {
  backing = await openBacking('embedded');
  const key = secret('a key');
  parts = operatorParts(backing, key);
  adapter = autopayProvider({
    name: 'BM',
    service: serviceOf(key),
    takesBlik: true,
    send: localAutopay(
      async (call) =>
        Object.values(operations).find(([path]) => path === call.path)?.[1](parts, call),
      parts.clock,
      1_000,
    ),
    maxInFlightMs: 60_000,
    ids: createIds(parts.clock, systemRandom),
    returnUrl: () => RETURN_URL,
    allowsPlainLinks: false,
  });
});
after(() => backing.close());

const alias = secret('customer-1');
const uid = (app: string | null = null) => ({ type: 'UID', alias, app }) as const;
const register = { type: 'UID', alias, label: 'Shop', recurring: null } as const;

/** Starts a payment; 756.31 PLN is written 75631n. */
async function pay(means: Partial<BlikMeans> | string, minor = 10_000n) {
  const own = typeof means === 'string' ? { ticket: codeOf(means) } : means;
  const blik = { kind: 'blik', register: null, payer, description: 'Order', ...own } as BlikMeans;
  const amount = money(minor, 'PLN');
  const request = await authorization({ means: blik, amount });
  const outcome = await adapter.authorize(request);
  const asked = inquiryOf(request.attemptId, 'authorize', null, amount);
  return { outcome, inquire: () => adapter.inquire(asked) };
}

const codeOf = (code: string) => ({ type: 'CODE', code: secret(code) }) as const;
const textOf = (found: Outcome | Finding): string =>
  found.kind === 'declined' ? found.rejectCode : found.kind;

const codes: [code: string, start: string, later: string][] = [
  ['111111', 'pending', 'approved'],
  ['111112', 'pending', 'approved'],
  ['111115', 'pending', 'approved'],
  ['111120', 'BLIK_GENERAL_ERROR', 'not-found'],
  ['111121', 'BLIK_WRONG_TICKET', 'not-found'],
  ['111122', 'BLIK_TICKET_EXPIRED', 'not-found'],
  ['111123', 'BLIK_TICKET_USED', 'not-found'],
];
for (const [code, start, later] of codes) {
  test(`the code ${code} is ${start}, and then ${later}`, async () => {
    const { outcome, inquire } = await pay(code);
    assert.deepEqual([textOf(outcome), textOf(await inquire())], [start, later]);
  });
}

const amounts: [minor: bigint, rejectCode: string][] = [
  [75_631n, 'BLIK_INSUFFICIENT_FUNDS'],
  [75_632n, 'BLIK_ISSUER_DECLINED'],
  [75_633n, 'BLIK_TIMEOUT'],
  [75_634n, 'BLIK_USER_TIMEOUT'],
  [75_635n, 'BLIK_AM_TIMEOUT'],
  [75_636n, 'BLIK_SEC_DECLINED'],
  [75_637n, 'BLIK_BAD_PIN'],
  [75_638n, 'BLIK_LIMIT_EXCEEDED'],
  [75_639n, 'BLIK_SYSTEM_ERROR'],
  [75_640n, 'BLIK_GENERAL_ERROR'],
];
for (const [minor, rejectCode] of amounts) {
  test(`the amount ${minor} with the code 111112 ends with ${rejectCode}`, async () => {
    const { outcome, inquire } = await pay('111112', minor);
    assert.deepEqual([textOf(outcome), textOf(await inquire())], ['pending', 'pending']);
    parts.clock.advance(3_000);
    assert.equal(textOf(await inquire()), rejectCode);
  });
}

test('an alias that was saved with a code pays without one, until it is removed', async () => {
  assert.equal(textOf((await pay({ ticket: uid() })).outcome), 'BLIK_ALIAS_NOT_FOUND');
  await pay({ ticket: codeOf('111112'), register });
  assert.equal(textOf((await pay({ ticket: uid() })).outcome), 'BLIK_ALIAS_NOT_FOUND');
  await pay({ ticket: codeOf('111111'), register });
  // Up to 50 PLN the phone does not ask.
  assert.equal(textOf(await (await pay({ ticket: uid() }, 5_000n)).inquire()), 'approved');
  assert.equal(textOf(await (await pay({ ticket: uid() }, 5_001n)).inquire()), 'pending');
  await pay({ ticket: codeOf('111115'), register });
  assert.equal(textOf((await pay({ ticket: uid() })).outcome), 'BLIK_ALIAS_NOT_FOUND');
});

test('an alias in two bank apps names them, and pays with the chosen one', async () => {
  for (const phone of ['1', '2']) {
    const { code } = await parts.blik.phones.issueCode(phone);
    const { outcome } = await pay({ ticket: codeOf(code ?? ''), register });
    assert.ok(outcome.kind === 'pending');
    const pushId = idAtBlik(outcome.reference ?? '');
    await parts.blik.phones.answerPush(pushId, { accepts: true, saves: true });
  }
  const { outcome } = await pay({ ticket: uid() }, 100n);
  assert.ok(outcome.kind === 'declined');
  assert.equal(outcome.rejectCode, 'BLIK_ALIAS_NONUNIQUE');
  assert.deepEqual(
    outcome.apps?.map(({ key }) => key),
    ['1', '2'],
  );
  assert.equal(textOf(await (await pay({ ticket: uid('2') }, 100n)).inquire()), 'approved');
  assert.equal(textOf((await pay({ ticket: uid('3') }, 100n)).outcome), 'BLIK_ALIAS_NOT_FOUND');
});

test('the job records what the phone has decided, and the transaction is notified', async () => {
  const { code } = await parts.blik.phones.issueCode('1');
  const { outcome } = await pay(code ?? '');
  assert.ok(outcome.kind === 'pending' && outcome.reference !== null);
  const waiting = await parts.transfers.find(outcome.reference);
  assert.deepEqual([waiting?.state, waiting?.noticeDueAt], ['WAITING', null]);
  await parts.blik.phones.answerPush(idAtBlik(outcome.reference), { accepts: true, saves: false });
  await settleWaiting(parts);
  const paid = await parts.transfers.find(outcome.reference);
  assert.deepEqual([paid?.state, paid?.noticeDueAt], ['PAID', parts.clock.now()]);
  assert.equal(await settleWaiting(parts), 0);
});
