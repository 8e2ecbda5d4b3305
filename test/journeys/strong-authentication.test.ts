// Strong authentication from the payment to the acquirer, on both databases: every card of the
// catalogue, every answer to a challenge, the 3DS Method, and the proof sent to the acquirer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  paymentIdOf,
  addMerchantClient,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import {
  acsDataOf,
  actInChallenge,
  cards,
  challengeAfter,
  finishFingerprint,
  lookAtChallenge,
  passChallenge,
  payToChallenge,
  payWithDevice,
  postForm,
  waitForChallenge,
  type AcsData,
  type Action,
} from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import {
  completedOutcome,
  fingerprintCompletions,
  outcomeOf,
  rejectedOutcome,
  type Outcome,
} from '../support/threeds/outcome.ts';
import { freezeClock } from '../support/threeds/frozen-clock.ts';
import { firstRanges, testCard, type Enrolled } from '../support/threeds/test-card.ts';

interface Scene {
  readonly gateway: BorrowedGateway;
  readonly token: string;
  readonly reply: Reply;
  readonly paymentId: string;
}

interface Journey {
  /** What the customer does. */
  readonly customer: (scene: Scene) => Promise<void>;
  readonly outcome: Outcome;
  /** It ends when the clock is moved. */
  readonly isLate?: boolean;
}

const nothing = ({ reply }: Scene): Promise<void> => {
  assert.equal(reply.body['acsData'], undefined, reply.text);
  return Promise.resolve();
};

const passes =
  (messageVersion: string) =>
  async ({ gateway, token, reply }: Scene): Promise<void> => {
    const { acsTxnId, acsData } = await challengeAfter(gateway, token, reply);
    assert.equal(acsData.messageVersion, messageVersion);
    await passChallenge(gateway, acsTxnId);
  };

/** The challenge of this card never ends, whatever the customer does. */
const neverFinishes = async ({ gateway, token, reply }: Scene): Promise<void> => {
  const { acsTxnId } = await challengeAfter(gateway, token, reply);
  const { state } = await actInChallenge(gateway, acsTxnId, 'password');
  assert.equal(state, 'OPEN');
};

const passesLater = async ({ gateway, token, reply, paymentId }: Scene): Promise<void> => {
  assert.equal(reply.body['acsData'], undefined, reply.text);
  const { acsTxnId } = await waitForChallenge(gateway, token, paymentId);
  await passChallenge(gateway, acsTxnId);
};

const runsFingerprint = async ({ gateway, reply }: Scene): Promise<void> => {
  const { acsData } = reply.body as { acsData?: AcsData };
  assert.ok(acsData?.threeDSMethodURL !== undefined, reply.text);
  await runFingerprint(gateway, acsData);
};

const runsFingerprintAndPasses = async (scene: Scene): Promise<void> => {
  await runsFingerprint(scene);
  const { acsTxnId } = await waitForChallenge(scene.gateway, scene.token, scene.paymentId);
  await passChallenge(scene.gateway, acsTxnId);
};

const frictionless = (outcome: Outcome): Journey => ({ customer: nothing, outcome });
const challenged = (eci: string, version = '2.3.1'): Journey => ({
  customer: passes(version),
  outcome: completedOutcome(`eci ${eci}`),
});
const unavailable = frictionless(rejectedOutcome('SCA_UNAVAILABLE'));
const softlyDeclined: Outcome = {
  end: 'COMPLETED',
  transactions: ['AUTH REJECTED SCA_REQUIRED', 'AUTH COMPLETED'],
  acquirer: ['DECLINED eci 07', 'APPROVED eci 05'],
};

/** By outcome and card, for a merchant that allows decoupled authentication. */
const journeys: Readonly<Record<string, Journey>> = {
  'FRICTIONLESS_Y 4917110010000009': frictionless(completedOutcome('eci 05')),
  'ATTEMPT_A 4917110011000008': frictionless(completedOutcome('eci 06')),
  'NOT_AUTHENTICATED_N 4917110012000007': frictionless(rejectedOutcome('SCA_FAILED')),
  'REJECTED_R 4917110013000006': frictionless(rejectedOutcome('SCA_REJECTED')),
  'UNAVAILABLE_U 4917110014000005': unavailable,
  'INFORMATIONAL_I 4917110015000004': frictionless(completedOutcome('eci 07')),
  'CHALLENGE 4917110020000007': challenged('05'),
  'CHALLENGE_ABANDONED 4917110021000006': {
    customer: neverFinishes,
    outcome: rejectedOutcome('SCA_TIMEOUT'),
    isLate: true,
  },
  'DECOUPLED 4917110022000005': { ...frictionless(completedOutcome('eci 05')), isLate: true },
  'SOFT_DECLINE 4917110030000005': { customer: passesLater, outcome: softlyDeclined },
  'METHOD_THEN_FRICTIONLESS 4917110110000008': {
    customer: runsFingerprint,
    outcome: completedOutcome('eci 05'),
  },
  'METHOD_THEN_CHALLENGE 4917110120000006': {
    customer: runsFingerprintAndPasses,
    outcome: completedOutcome('eci 05'),
  },
  'CHALLENGE 4917110220000005': challenged('05', '2.1.0'),
  'CHALLENGE 4917110320000004': challenged('05', '2.2.0'),
  'FRICTIONLESS_Y 5210110010000000': frictionless(completedOutcome('eci 02')),
  'CHALLENGE 5210110020000008': challenged('02'),
  'FRICTIONLESS_Y 6763110010000009': frictionless(completedOutcome('eci 02')),
  'CHALLENGE 6763110020000007': challenged('02', '2.2.0'),
  'FRICTIONLESS_Y 371449001000009': frictionless(completedOutcome('eci 05')),
  'CHALLENGE 371449002000008': challenged('05'),
  'FRICTIONLESS_Y 3566110010000005': frictionless(completedOutcome('eci 05')),
  'CHALLENGE 3566110020000003': challenged('05'),
  'FRICTIONLESS_Y 6510110010000005': frictionless(completedOutcome('eci 05')),
  'CHALLENGE 6510110020000003': challenged('05'),
  'FRICTIONLESS_Y 6250110010000009': frictionless(completedOutcome('eci 05')),
  'CHALLENGE 6250110020000007': challenged('05'),
  'NOT_ENROLLED 4111111111111111': frictionless(completedOutcome()),
  'ACS_DOWN 4917110040000003': unavailable,
  'DIRECTORY_DOWN 4917110041000002': unavailable,
  'DIRECTORY_SILENT 4917110042000001': unavailable,
  'DIRECTORY_GARBAGE 4917110043000000': unavailable,
};

type Step = readonly [action: Action, password?: string];
const wrong: Step = ['password', '0000'];

const ways: readonly (readonly [name: string, steps: readonly Step[], outcome: Outcome])[] = [
  ['the right password', [['password']], completedOutcome('eci 05')],
  [
    'a right password after two wrong ones',
    [wrong, wrong, ['password']],
    completedOutcome('eci 05'),
  ],
  ['three wrong passwords', [wrong, wrong, wrong], rejectedOutcome('SCA_FAILED')],
  ['approval in the app of the bank', [['push'], ['approve']], completedOutcome('eci 05')],
  ['refusal in the app of the bank', [['push'], ['reject']], rejectedOutcome('SCA_FAILED')],
  ['a password instead of the app', [['push'], ['password']], completedOutcome('eci 05')],
  ['refusal on the page', [['reject']], rejectedOutcome('SCA_FAILED')],
  ['cancelling on the page', [['cancel']], rejectedOutcome('CANCELLED_BY_CUSTOMER')],
];

/** Runs the ACS page as a browser would: posts its form to the given URL. */
async function runFingerprint(gateway: BorrowedGateway, acsData: AcsData): Promise<void> {
  const { threeDSMethodURL = '', threeDSMethodData = '' } = acsData;
  const page = await postForm(gateway, pathOf(gateway, threeDSMethodURL), { threeDSMethodData });
  assert.equal(page.status, 200, page.text);
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const value = /name="threeDSMethodData" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const notification = await postForm(gateway, pathOf(gateway, action), {
    threeDSMethodData: value,
  });
  assert.deepEqual(
    [notification.status, notification.headers.get('content-type')?.split(';')[0]],
    [200, 'text/html'],
  );
}

function pathOf(gateway: BorrowedGateway, url: string): string {
  assert.ok(url.startsWith(gateway.url), `${url} is not of this gateway`);
  return url.slice(gateway.url.length);
}

for (const database of databasesOfTier) {
  describe(`strong authentication on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    let token: string;
    before(async () => {
      gateway = await exclusiveGateway(database);
      await untilRangesKnown(gateway);
      merchant = await addMerchantClient(gateway, { sca: { decoupled: true } });
      ({ token } = merchant);
    });
    after(() => gateway?.release());

    test('every card leads to the outcome in the catalogue', async () => {
      interface Trigger {
        readonly provider: string;
        readonly value: string;
        readonly outcome: string;
        readonly description: string;
      }
      const { body } = await gateway.call<Trigger[]>('GET', '/sandbox/triggers');
      const triggers = body.filter(({ provider }) => /^(acs|directory)$/.test(provider));
      const nameOf = ({ outcome, value }: Trigger): string => `${outcome} ${value}`;
      assert.deepEqual(triggers.map(nameOf).sort(), Object.keys(journeys).sort());
      const begun = await Promise.all(
        triggers.map(async (trigger) => {
          const name = nameOf(trigger);
          const journey = journeys[name] ?? assert.fail(name);
          assert.ok(trigger.description.includes(journey.outcome.end), trigger.description);
          const reply = await payWithDevice(gateway, { token, card: trigger.value });
          const paymentId = paymentIdOf(reply);
          await journey.customer({ gateway, token, reply, paymentId });
          return { name, journey, paymentId };
        }),
      );
      const check = (late: boolean): Promise<unknown> =>
        Promise.all(
          begun
            .filter(({ journey }) => (journey.isLate ?? false) === late)
            .map(async ({ name, journey, paymentId }) => {
              const outcome = await outcomeOf(gateway, token, paymentId);
              assert.deepEqual(outcome, journey.outcome, name);
            }),
        );
      await check(false);
      await advance(gateway, 10 * 60);
      await check(true);
    });

    for (const [name, steps, outcome] of ways) {
      test(`a challenge answered by ${name} is ${outcome.end}`, async () => {
        const { paymentId, acsTxnId } = await payToChallenge(gateway, { token, amount: 1234.5 });
        const { amount, currency, state } = await lookAtChallenge(gateway, acsTxnId);
        assert.deepEqual([amount, currency, state], ['1234.50', 'PLN', 'OPEN']);
        for (const step of steps) await actInChallenge(gateway, acsTxnId, ...step);
        assert.equal((await lookAtChallenge(gateway, acsTxnId)).state, 'FINISHED');
        assert.deepEqual(await outcomeOf(gateway, token, paymentId), outcome);
      });
    }

    test('the challenge follows the 3DS Method, even if reported repeatedly', async (t) => {
      await freezeClock(t, gateway);
      const reply = await payWithDevice(gateway, { token, card: cards.methodThenChallenge });
      const paymentId = paymentIdOf(reply);
      const { acsData } = reply.body as { acsData?: AcsData };
      assert.ok(acsData?.threeDSMethodData !== undefined, reply.text);
      assert.equal(acsData.acsURL, undefined, 'there is no challenge yet');
      assert.deepEqual(await acsDataOf(gateway, token, paymentId), acsData);
      const told = Buffer.from(acsData.threeDSMethodData, 'base64url').toString('utf8');
      const { threeDSServerTransID } = JSON.parse(told) as Json;
      assert.equal(threeDSServerTransID, acsData.tdsServerTxnId);
      await runFingerprint(gateway, acsData);
      await finishFingerprint(gateway, acsData.tdsServerTxnId);
      const { acsTxnId, ...found } = await waitForChallenge(gateway, token, paymentId);
      assert.equal(found.acsData.tdsServerTxnId, acsData.tdsServerTxnId);
      assert.equal(found.acsData.threeDSMethodURL, undefined);
      await finishFingerprint(gateway, acsData.tdsServerTxnId);
      assert.equal((await acsDataOf(gateway, token, paymentId)).acsTxnId, acsTxnId);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcomeOf(gateway, token, paymentId), completedOutcome('eci 05'));
      if (database === 'postgres') {
        assert.deepEqual(await fingerprintCompletions(gateway.installation, paymentId), ['Y']);
      }
    });

    test('the acquirer gets the ECI of each organization', async () => {
      const indicators = { yes: '05', attempt: '06', informational: '07', challenge: '05' };
      const ofMastercard = { yes: '02', attempt: '01', informational: '00', challenge: '02' };
      const organizations = Object.keys(firstRanges) as Enrolled[];
      const pay = async (organization: Enrolled, path: keyof typeof indicators) => {
        const card = testCard(organization, path);
        const reply = await payWithDevice(gateway, { token, card });
        if (path === 'challenge') {
          const { acsTxnId } = await challengeAfter(gateway, token, reply);
          await passChallenge(gateway, acsTxnId);
        }
        const isMastercard = organization === 'MASTERCARD' || organization === 'MAESTRO';
        const eci = (isMastercard ? ofMastercard : indicators)[path];
        const outcome = await outcomeOf(gateway, token, paymentIdOf(reply));
        assert.deepEqual(outcome, completedOutcome(`eci ${eci}`), `${organization} ${path}`);
      };
      const names = Object.keys(indicators) as (keyof typeof indicators)[];
      await Promise.all(organizations.flatMap((one) => names.map((path) => pay(one, path))));
    });

    test('the issuer approves an ECI only with the CAVV it issued', async () => {
      const claim = { eci: '05', dsTransId: randomUUID(), version: '2.2.0', transStatus: 'Y' };
      for (const cavv of [undefined, Buffer.alloc(20, 7).toString('base64')]) {
        const body = {
          attemptId: randomUUID(),
          paymentId: randomUUID(),
          merchantId: '10000001',
          amountMinor: '100',
          currency: 'PLN',
          kind: 'sale',
          card: { number: cards.frictionless, expiry: '203912', cvv: '123' },
          threeDS: { ...claim, ...(cavv === undefined ? {} : { cavv }) },
        };
        const answer = await gateway.call('POST', '/sandbox/acquirer/authorize', { body });
        const { result, rejectCode } = answer.body;
        assert.deepEqual([result, rejectCode], ['DECLINED', 'SUSPECTED_FRAUD'], answer.text);
      }
    });

    test('a preauthorization with a challenge is held, then captured', async () => {
      const payment = { token, amount: 80, transKind: 'PREAUTH' } as const;
      const { paymentId, acsTxnId } = await payToChallenge(gateway, payment);
      await passChallenge(gateway, acsTxnId);
      const held = await outcomeOf(gateway, token, paymentId);
      assert.deepEqual(held, {
        ...completedOutcome('eci 05'),
        transactions: ['PREAUTH COMPLETED'],
      });
      const captured = await merchant.call('POST', paymentId, '/capture', { amount: 60 });
      assert.equal(captured.status, 200, captured.text);
      const after = await outcomeOf(gateway, token, paymentId);
      assert.deepEqual(after.transactions, ['PREAUTH COMPLETED', 'CAPTURE COMPLETED']);
      const read = await merchant.read(paymentId);
      assert.deepEqual([read['authorizedAmount'], read['capturedAmount']], [60, 60]);
      const charges = await gateway.chargesOf(paymentId);
      assert.deepEqual(
        charges.map(({ verb, result, amountMinor }) => [verb, result, amountMinor]),
        [
          ['authorize', 'APPROVED', '8000'],
          ['capture', 'APPROVED', '6000'],
        ],
      );
      const gone = await gateway.call('GET', `${base}/${paymentId}/acsData`, { token });
      assert.deepEqual([gone.status, gone.body['code']], [409, 'NO_CHALLENGE']);
    });
  });
}
