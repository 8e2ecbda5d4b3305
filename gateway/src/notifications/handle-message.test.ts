// Tests of the rules for messages of every provider, with a provider whose news the test writes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { money } from '../core/money.ts';
import { secret } from '../core/secret.ts';
import { decideRegister, decideStart } from '../payments/decisions/register.ts';
import {
  freshPayment,
  plainStart,
  plainTerms,
} from '../payments/decisions/testing/fresh-payment.ts';
import { decideCancel } from '../payments/decisions/cancel.ts';
import { decideCapture, decideReverse } from '../payments/decisions/operate.ts';
import { approvalOf, type Finding, type Outcome, type Pending } from '../providers/outcome.ts';
import type { Inquiry, Provider } from '../providers/provider.ts';
import type { AttemptNews, DisputeNews, ProviderNews } from '../providers/provider-message.ts';
import type { Credentials } from '../providers/credentials/credentials.ts';
import { noCredentials } from '../providers/credentials/testing/no-credentials.ts';
import {
  memoryProcessing,
  openAttempt,
} from '@bramka/test/support/processing/memory-processing.ts';
import { handleMessage } from './handle-message.ts';

const amount = money(12_345n, 'PLN');
const approved = approvalOf('op-1');
const declined: Outcome = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: 'op-1' };
const another = { ...declined, reference: 'op-2' };
const message = { text: '', fields: {}, header: () => undefined, query: {} };
const own: Credentials = { key: secret('of the merchant'), account: secret('7') };

/** A payment that waits for the customer, and messages about it. */
async function waiting(provider = 'scripted', transKind: 'AUTH' | 'PREAUTH' = 'AUTH') {
  const rig = memoryProcessing();
  rig.answer = () => approved;
  const now = rig.now();
  const registered = decideRegister(freshPayment(now, { transKind }), {}, now);
  const start = { ...plainStart, provider, waitUntil: now.at + 60_000 };
  const { payment, attempts } = await rig.commit(decideStart(registered, start, now));
  const attemptId = attempts[0]?.attemptId ?? assert.fail('no attempt');
  const unexpected = () => assert.fail('aliases are not read');
  const deps = {
    ...rig.parts,
    aliases: { find: unexpected },
    disputes: { find: () => Promise.resolve(undefined) },
    credentialsAt: () => ({
      ...noCredentials,
      ofMerchant: (id: string) => Promise.resolve(id === ownMerchant ? { ...own } : null),
      ofAttempt: (id: string, of: string) =>
        Promise.resolve(id === ownMerchant && of === attemptId ? madeWith : null),
    }),
  };
  let ownMerchant = '';
  let madeWith: Credentials | null = { ...own };
  let answer: Finding = approved;
  const asked: (string | undefined)[] = [];
  return {
    rig,
    payment,
    attemptId,
    /** Of each inquiry, the attempt that it refers to. */
    asked,
    giveCredentials: (merchantId: string) => (ownMerchant = merchantId),
    /** The attempt was made with these; null: with those of the installation. */
    makeWith: (credentials: Credentials | null) => (madeWith = credentials),
    /** What the provider says when it is asked. */
    answerWith: (finding: Finding) => (answer = finding),
    /** Sends news about the attempt; returns whether all of it was accepted. */
    send: async (
      news: Partial<AttemptNews> | undefined,
      proof: Partial<ProviderNews> = {},
      facts: Partial<Provider> = {},
    ) => {
      let accepted: boolean | undefined;
      const one: AttemptNews = { attemptId, finding: approved, amount, ...news };
      const from = {
        name: 'scripted',
        inquire: (inquiry: Inquiry) => {
          asked.push(inquiry.originalAttemptId);
          return Promise.resolve(answer);
        },
        readMessage: () =>
          Promise.resolve({
            provenBy: null,
            attempts: news ? [one] : [],
            answer: (isAccepted: boolean) => {
              accepted = isAccepted;
              return { mediaType: 'text/plain', text: 'x' };
            },
            ...proof,
          }),
        ...facts,
      } as unknown as Provider;
      await handleMessage(deps, from, message);
      return accepted;
    },
    /** The status of the payment with the state of its authorization, and the alarms. */
    state: async () => {
      await rig.processor.drain();
      const after = await rig.load(payment);
      const alarms = rig.alarms.map(({ counted }) => counted);
      return [after.payment.status, after.attempts[0]?.state, ...alarms].join(' ');
    },
    /** Returns the attempt that takes a completed payment back. */
    reverse: async () => {
      const loaded = await rig.load(payment);
      const started = decideReverse(loaded, 'cancel', 'CANCEL', plainTerms, rig.now());
      return openAttempt(await rig.commit(started)).attemptId;
    },
    cancel: async () =>
      rig.commit(
        decideCancel(await rig.load(payment), null, { ...noStop, firstCheckMs: 1 }, rig.now()),
      ),
  };
}
const noStop = { supports: () => false };

const dispute = {
  reference: 'dp_1',
  stage: 'CHARGED_BACK',
  amount,
  reason: null,
  respondUntil: null,
  at: 0,
} as const;

/** Reports a dispute of the payment; returns whether it was accepted, and the alarms. */
async function disputed(
  { send, payment, attemptId, rig }: Awaited<ReturnType<typeof waiting>>,
  change: Partial<DisputeNews> = {},
  provenBy: Credentials | null = null,
) {
  const { merchantId, paymentId } = payment;
  const news = { ...dispute, merchantId, paymentId, attemptId, ...change };
  const isAccepted = await send(undefined, { provenBy, disputes: [news] });
  return [isAccepted, ...rig.alarms.map(({ counted }) => counted)].join(' ');
}

describe('news of a dispute', () => {
  test('are recorded with an alarm, and change no payment', async () => {
    const payment = await waiting();
    await payment.send({});
    assert.equal(await disputed(payment), 'true dispute');
    assert.equal(await payment.state(), 'COMPLETED APPROVED dispute');
  });

  const unknown: [what: string, change: Partial<DisputeNews>][] = [
    ['another attempt', { attemptId: '01a1ddaa-94be-73d2-943c-8b7759934376' }],
    ['another payment', { paymentId: '01a1ddaa-94be-73d2-943c-8b7759934376' }],
    ['another merchant', { merchantId: '10000002' }],
    ['an id that is none', { paymentId: "'; --" }],
  ];
  for (const [what, change] of unknown) {
    test(`of ${what} are not accepted`, async () => {
      assert.equal(await disputed(await waiting(), change), 'false');
    });
  }

  test('of a payment that another provider has processed are not accepted', async () => {
    assert.equal(await disputed(await waiting('other')), 'false');
  });

  test('count if the account of the authorization proves them, and no other one', async () => {
    const payment = await waiting();
    payment.giveCredentials('10000001');
    assert.equal(await disputed(payment, {}, { ...own, key: secret('other') }), 'false');
    payment.makeWith(null);
    assert.equal(await disputed(payment, {}, own), 'false');
    payment.makeWith({ ...own });
    assert.equal(await disputed(payment, {}, own), 'true dispute');
  });

  test('are recorded beside others that are not accepted', async () => {
    const { send, payment, attemptId, rig } = await waiting();
    const { merchantId, paymentId } = payment;
    const right = { ...dispute, merchantId, paymentId, attemptId };
    const disputes = [{ ...right, merchantId: '10000002' }, right];
    assert.equal(await send(undefined, { disputes }), false);
    assert.deepEqual(
      rig.alarms.map(({ counted }) => counted),
      ['dispute'],
    );
  });
});

const wrong: [what: string, news: Partial<AttemptNews>, state: string][] = [
  ['another amount', { amount: money(12_344n, 'PLN') }, 'PENDING OPEN wrong-amount'],
  ['another currency', { amount: money(12_345n, 'EUR') }, 'PENDING OPEN wrong-amount'],
  ['no amount', { amount: null }, 'PENDING OPEN wrong-amount'],
  [
    'a decline about another amount',
    { finding: declined, amount: money(1n, 'PLN') },
    'PENDING OPEN',
  ],
  ['an unknown attempt', { attemptId: '01a1ddaa-94be-73d2-943c-8b7759934376' }, 'PENDING OPEN'],
  ['an id that is none', { attemptId: "'; --" }, 'PENDING OPEN'],
];
for (const [what, news, state] of wrong) {
  test(`a success with ${what} is not accepted and not recorded`, async () => {
    const { send, state: stateOf } = await waiting();
    assert.equal(await send(news), false);
    assert.equal(await stateOf(), state);
  });
}

test("an attempt of another provider is not known to this one's messages", async () => {
  const { send, state } = await waiting('other');
  assert.equal(await send({}), false);
  assert.equal(await state(), 'PENDING OPEN');
});

const pending: Pending = { kind: 'pending', reference: null, customer: null };
const orders: [what: string, findings: Outcome[], state: string][] = [
  ['a success', [approved], 'COMPLETED APPROVED'],
  ['a success twice', [approved, approved], 'COMPLETED APPROVED'],
  ['pending, then a success', [pending, approved], 'COMPLETED APPROVED'],
  ['a success, then pending', [approved, pending], 'COMPLETED APPROVED'],
  ['a decline', [declined], 'REJECTED DECLINED'],
  [
    'a success, then a decline of the same',
    [approved, declined],
    'COMPLETED APPROVED contradicting-outcome',
  ],
  ['a success, then a decline of another operation', [approved, another], 'COMPLETED APPROVED'],
  [
    'a decline of another operation, then a success',
    [{ ...pending, reference: 'op-1' }, another, approved],
    'COMPLETED APPROVED',
  ],
  [
    'a success of another operation',
    [{ ...pending, reference: 'op-2' }, approved],
    'COMPLETED APPROVED',
  ],
  ['a decline, then a success', [declined, approved], 'REJECTED APPROVED late-success'],
  ['what the provider does not know', [{ kind: 'unknown', why: 'garbage' }], 'PENDING OPEN'],
];
for (const [what, findings, expected] of orders) {
  test(`${what} is accepted and ends ${expected}`, async () => {
    const { send, state } = await waiting();
    for (const finding of findings) assert.equal(await send({ finding }), true);
    assert.equal(await state(), expected);
  });
}

test('an amount is not needed to say that nothing was paid', async () => {
  const { send, state } = await waiting();
  assert.equal(await send({ finding: declined, amount: null }), true);
  assert.equal(await state(), 'REJECTED DECLINED');
});

test('the success of a return needs no amount, but must not name another one', async () => {
  const { send, state, reverse, payment } = await waiting();
  await send({});
  const attemptId = await reverse();
  assert.equal(await send({ attemptId, payment, amount: money(1n, 'PLN') }), false);
  assert.equal(await state(), 'COMPLETED APPROVED wrong-amount');
  assert.equal(await send({ attemptId, payment, amount: null }), true);
  assert.equal(await state(), 'CANCELLED APPROVED wrong-amount');
});

test('the success of a capture always needs its amount', async () => {
  const { rig, payment, send } = await waiting('scripted', 'PREAUTH');
  await send({});
  const captured = decideCapture(await rig.load(payment), plainTerms, rig.now());
  const { attemptId } = openAttempt(await rig.commit(captured));
  assert.equal(await send({ attemptId, payment, amount: null }), false);
  assert.equal(openAttempt(await rig.load(payment)).attemptId, attemptId, 'it is still open');
  assert.equal(await send({ attemptId, payment }), true);
  assert.equal((await rig.load(payment)).payment.capturedMinor, amount.minor);
});

test('a repeated success with another amount is an alarm, whatever is known already', async () => {
  const { send, state } = await waiting();
  assert.equal(await send({}), true);
  assert.equal(await send({ amount: money(1n, 'PLN') }), false);
  assert.equal(await state(), 'COMPLETED APPROVED wrong-amount');
});

test('a late success of a cancelled payment is returned with an alarm', async () => {
  const { send, state, cancel } = await waiting();
  await cancel();
  assert.equal(await send({}), true);
  assert.equal(await state(), 'CANCELLED APPROVED late-success');
});

test('all news must be accepted, and each is recorded', async () => {
  const { send, state, attemptId } = await waiting();
  const unknown = '01a1ddaa-94be-73d2-943c-8b7759934376';
  const attempts = [unknown, attemptId].map((id) => ({ attemptId: id, finding: approved, amount }));
  assert.equal(await send(undefined, { attempts }), false);
  assert.equal(await state(), 'COMPLETED APPROVED');
});

describe('news that is proven by the credentials of a merchant', () => {
  test('counts for its own attempts', async () => {
    const { send, state, giveCredentials, answerWith } = await waiting();
    giveCredentials('10000001');
    assert.equal(await send({}, { provenBy: own }), true);
    assert.equal(await state(), 'COMPLETED APPROVED');
    answerWith({ kind: 'unknown', why: 'timeout' });
    assert.equal(await send({}, { provenBy: own }), true, 'it is not asked again');
  });

  for (const [what, merchantId, provenBy] of [
    ['a merchant without credentials', '', own],
    ['another merchant', '10000002', own],
    ['a merchant with another key', '10000001', { ...own, key: secret('other') }],
    ['a merchant with more credentials', '10000001', { key: own['key'] as never }],
  ] as const) {
    test(`never counts for ${what}`, async () => {
      const { send, state, giveCredentials } = await waiting();
      giveCredentials(merchantId);
      assert.equal(await send({}, { provenBy }), false);
      assert.equal(await state(), 'PENDING OPEN');
      const alias = { type: 'UID', alias: secret('alias'), status: 'REGISTERED' } as const;
      const aliases = [{ ...alias, merchantId: '10000001' }];
      await send(undefined, { provenBy, aliases });
    });
  }

  test('never counts for what it did with the account of the installation', async () => {
    const { send, state, giveCredentials, makeWith } = await waiting();
    giveCredentials('10000001');
    makeWith(null);
    assert.equal(await send({}, { provenBy: own }), false);
    assert.equal(await state(), 'PENDING OPEN');
  });

  for (const [what, answer, expected] of [
    ['waits for the customer', { ...pending, reference: 'op-1' }, 'PENDING PENDING'],
    ['declined it', declined, 'REJECTED DECLINED'],
    ['does not know it', { kind: 'not-found' }, 'PENDING OPEN'],
    ['does not answer', { kind: 'unknown', why: 'timeout' }, 'PENDING OPEN'],
  ] as const) {
    test(`is no success if the provider itself ${what}`, async () => {
      const { send, state, giveCredentials, answerWith } = await waiting();
      giveCredentials('10000001');
      answerWith(answer);
      assert.equal(await send({}, { provenBy: own }), false);
      assert.equal(await state(), expected);
    });
  }

  test('of the installation is not asked about', async () => {
    const { send, state, answerWith } = await waiting();
    answerWith(declined);
    assert.equal(await send({}), true);
    assert.equal(await state(), 'COMPLETED APPROVED');
  });

  test('counts for what was made with an account that it has left since', async () => {
    const { send, state, giveCredentials, makeWith } = await waiting();
    const left = { ...own, account: secret('6') };
    giveCredentials('10000001');
    makeWith(left);
    assert.equal(await send({}, { provenBy: { ...left } }), true);
    assert.equal(await state(), 'COMPLETED APPROVED');
  });

  test('about a return is proven and asked with the account of its authorization', async () => {
    const { send, state, giveCredentials, reverse, ...waited } = await waiting();
    const { asked, attemptId, payment } = waited;
    giveCredentials('10000001');
    assert.equal(await send({}), true);
    const returned = await reverse();
    assert.equal(await send({ attemptId: returned }, { provenBy: own }), false, 'by its id only');
    assert.equal(await send({ attemptId: returned, payment }, { provenBy: own }), true);
    assert.deepEqual(asked, [attemptId]);
    assert.equal(await state(), 'CANCELLED APPROVED');
  });

  test('that of the installation counts for all', async () => {
    const { send, state, giveCredentials } = await waiting();
    giveCredentials('10000001');
    assert.equal(await send({}), true);
    assert.equal(await state(), 'COMPLETED APPROVED');
  });
});
