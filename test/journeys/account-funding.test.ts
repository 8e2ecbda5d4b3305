// Account funding payments (transKind ACCT_FUNDING) on both databases: the acquirer gets the
// recipient whatever happens before, and nothing of it is kept afterwards.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  fund,
  funded,
  heardOf,
  heldRecipients,
  receiving,
  type FundingRequest,
} from '../support/funding/funding.ts';
import { readSealer } from '../support/jwe/keys.ts';
import {
  addMerchantClient,
  base,
  bodyOf,
  card,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { tokenizerClient, type TokenizerClient } from '../support/life/tokens.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf, rejectedOutcome } from '../support/threeds/outcome.ts';

const heard = {
  purposeCode: 'PP',
  fundSource: '02',
  recipientMask: '555555******4444',
  recipientName: 'Ewa Lis',
};

for (const database of databasesOfTier) {
  describe(`account funding on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    let tokens: TokenizerClient;
    before(async () => {
      gateway = await sharedGateway(database);
      merchant = await addMerchantClient(gateway);
      tokens = tokenizerClient(gateway, merchant.token);
    });
    after(() => gateway?.release());

    const outcome = (paymentId: string) => outcomeOf(gateway, merchant.token, paymentId);
    const held = (paymentId: string) => heldRecipients(gateway.installation, paymentId);
    const pay = async (wanted: FundingRequest = {}): Promise<string> =>
      paymentIdOf(await fund(merchant, wanted));

    test('a card that is not enrolled funds the recipient at once', async () => {
      const reply = await fund(merchant);
      const paymentId = paymentIdOf(reply);
      assert.deepEqual(await outcome(paymentId), completedOutcome());
      assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
      assert.equal(await held(paymentId), 0);
      const read = await merchant.read(paymentId);
      assert.equal(read['transKind'], 'ACCT_FUNDING');
      assert.deepEqual(read['given'], {
        options: { purposeCode: 'PP', fundSource: '02' },
        recipient: {
          instrument: { type: 'CARD', cardMask: '555555******4444' },
          name: 'Ewa Lis',
        },
      });
      assert.ok(!JSON.stringify([reply.body, read]).includes(receiving));
    });

    test('the least request sends only purpose and number', async () => {
      const options = { fundSource: undefined, purposeCode: 'AA' };
      const recipient = { instrument: { type: 'CARD', instrumentNo: '4111 1111-1111 1111' } };
      const paymentId = await funded(merchant, { options, recipient, extra: { method: null } });
      const least = { purposeCode: 'AA', recipientMask: '411111******1111' };
      assert.deepEqual(await heardOf(gateway, paymentId), [least]);
    });

    test('a frictionless authentication', async () => {
      const paymentId = await pay({ card: cards.frictionless });
      assert.deepEqual(await outcome(paymentId), completedOutcome('eci 05'));
      assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
      assert.equal(await held(paymentId), 0);
    });

    test('a challenge: the recipient is sealed until the customer has passed it', async () => {
      const reply = await fund(merchant, { card: cards.challenge });
      const { paymentId, acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
      assert.equal(await held(paymentId), 1);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(paymentId), completedOutcome('eci 05'));
      assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
      assert.equal(await held(paymentId), 0);
    });

    test('a soft decline: both authorizations name the recipient', async () => {
      const paymentId = await pay({ card: cards.softDecline });
      const { acsTxnId } = await waitForChallenge(gateway, merchant.token, paymentId);
      assert.equal(await held(paymentId), 1);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(paymentId), {
        end: 'COMPLETED',
        transactions: ['AUTH REJECTED SCA_REQUIRED', 'AUTH COMPLETED'],
        acquirer: ['DECLINED eci 07', 'APPROVED eci 05'],
      });
      assert.deepEqual(await heardOf(gateway, paymentId), [heard, heard]);
      assert.equal(await held(paymentId), 0);
    });

    test('exemptions of the merchant do not apply', async () => {
      const limits = { lowValueLimits: { PLN: '100.00' }, traLimits: { PLN: '500.00' } };
      const sca = { ...limits, exemptionRoute: 'AUTHORIZATION' };
      const exempting = await addMerchantClient(gateway, { sca });
      const plain = await exempting.create({ amount: 50, card: cards.frictionless });
      const end = await outcomeOf(gateway, exempting.token, paymentIdOf(plain));
      assert.deepEqual(end, completedOutcome('LOW_VALUE'));
      for (const amount of [50, 300]) {
        const paymentId = await funded(exempting, { amount, card: cards.frictionless });
        const told = await outcomeOf(gateway, exempting.token, paymentId);
        assert.deepEqual(told, completedOutcome('eci 05'));
      }
    });

    test('a decline ends the payment and removes the recipient', async () => {
      const paymentId = await pay({ card: cards.declined });
      assert.deepEqual(await outcome(paymentId), {
        end: 'REJECTED DO_NOT_HONOR',
        transactions: ['AUTH REJECTED DO_NOT_HONOR'],
        acquirer: ['DECLINED'],
      });
      assert.equal(await held(paymentId), 0);
      const failed = await pay({ card: cards.failed });
      assert.deepEqual(await outcome(failed), rejectedOutcome('SCA_FAILED'));
      assert.equal(await held(failed), 0);
    });

    test('an encrypted recipient number', async () => {
      const { seal } = await readSealer(gateway);
      const instrument = { type: 'CARD', encInstrumentNo: seal('5555 5555 5555 4444') };
      const paymentId = await funded(merchant, { recipient: { instrument, name: 'Ewa Lis' } });
      assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
    });

    test('a stored card as the recipient, also of a payment with the same card', async () => {
      const { instrumentNo, cardMask, tokenId } = await tokens.tokenize();
      const recipient = { instrument: { type: 'COF', instrumentNo } };
      const payers: (Json | undefined)[] = [undefined, { type: 'COF', instrumentNo }];
      for (const instrument of payers) {
        const extra = instrument ? { instrument } : {};
        const paymentId = await funded(merchant, { recipient, extra });
        const told = { purposeCode: 'PP', fundSource: '02', recipientMask: cardMask };
        assert.deepEqual(await heardOf(gateway, paymentId), [told]);
        const { given } = await merchant.read(paymentId);
        assert.deepEqual((given as Json)['recipient'], { instrument: { type: 'COF', cardMask } });
      }
      const reply = await fund(merchant, { card: cards.challenge, recipient });
      const { paymentId, acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
      bodyOf(await tokens.call('POST', '/discard', { tokenId }));
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(paymentId), rejectedOutcome('RECIPIENT_TOKEN_NOT_ACTIVE'));
      assert.equal(await held(paymentId), 0);
    });

    test('the card of the payer follows later, step by step', async () => {
      const paymentId = await pay({ extra: { instrument: null, device: null } });
      assert.equal(await held(paymentId), 1);
      const patch = async (rest: string, body: Json): Promise<Reply> =>
        merchant.call('PATCH', paymentId, rest, body);
      bodyOf(await patch('/instrument', { instrumentNo: cards.challenge, expDate: '203912' }));
      bodyOf(await patch('/instrument', { cvv: '123' }));
      assert.equal(await held(paymentId), 1);
      const reply = await patch('', { device: browserDevice() });
      const { acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(paymentId), completedOutcome('eci 05'));
      assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
      assert.equal(await held(paymentId), 0);
    });

    test('the customer pays on the payment page, by card only', async () => {
      const extra = { channel: 'PAYWALL', instrument: null, method: null };
      const made = bodyOf(await fund(merchant, { extra }));
      const paymentId = String(made['paymentId']);
      const page = { token: made['clientToken'] as string };
      const path = `${base}/${paymentId}`;
      const list = bodyOf(await gateway.call('GET', `${path}/methods`, page));
      const usable = (list['methods'] as Json[]).filter(({ status }) => status === 'ENABLED');
      assert.deepEqual(
        usable.map(({ method }) => method),
        ['CARD'],
      );
      const read = bodyOf(await gateway.call('GET', path, page));
      assert.ok(!JSON.stringify(read).includes('Ewa Lis'), 'the page does not see the recipient');
      const send = (body: Json) => gateway.call('PATCH', `${path}/instrument`, { ...page, body });
      const refused = await send({ type: 'BLIK_CODE', code: '777123' });
      assert.deepEqual(refusalOf(refused), [400, 'INVALID_REQUEST'], refused.text);
      bodyOf(await send({ ...card }));
      assert.deepEqual(await outcome(paymentId), completedOutcome());
      assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
    });

    test('currencies without and with three decimals', async () => {
      for (const [amount, currency, minor] of [
        [500, 'JPY', '500'],
        [12.345, 'KWD', '12345'],
      ] as const) {
        const paymentId = await funded(merchant, { amount, currency });
        const [charge] = await gateway.chargesOf(paymentId);
        assert.equal(charge?.amountMinor, minor);
        assert.deepEqual(await heardOf(gateway, paymentId), [heard]);
      }
    });

    test('is cancelled like a charge, but never captured or adjusted', async () => {
      const paymentId = await funded(merchant);
      for (const operation of ['capture', 'adjustment']) {
        const reply = await merchant.call('POST', paymentId, `/${operation}`, { amount: 1 });
        assert.equal(reply.body['code'], 'NOT_A_PREAUTHORIZATION', reply.text);
      }
      bodyOf(await merchant.call('POST', paymentId, '/cancel', { reason: 'CLIENT' }));
      await gateway.waitForStatus(merchant.token, paymentId, 'CANCELLED');
      const waiting = await pay({ extra: { instrument: null } });
      bodyOf(await merchant.call('POST', waiting, '/cancel', { reason: 'CLIENT' }));
      assert.equal(await held(waiting), 0);
    });

    test('is refunded in full only', async () => {
      for (const [amount, currency, part] of [
        [120, 'PLN', 119.99],
        [500, 'JPY', 499],
        [12.345, 'KWD', 12.344],
      ] as const) {
        const paymentId = await funded(merchant, { amount, currency });
        const refund = (body?: Json) => merchant.call('POST', paymentId, '/refund', body);
        assert.deepEqual(refusalOf(await refund({ amount: part })), [
          422,
          'FUNDING_REFUND_MUST_BE_FULL',
        ]);
        const { status, amount: returned } = bodyOf(
          await refund(currency === 'JPY' ? undefined : { amount }),
        );
        assert.deepEqual([status, returned], ['COMPLETED', amount]);
        assert.deepEqual(refusalOf(await refund({ amount: part })), [
          422,
          'REFUND_EXCEEDS_PAYMENT',
        ]);
        const charges = await gateway.chargesOf(paymentId);
        assert.deepEqual(
          charges.map(({ verb, result }) => `${verb} ${result}`),
          ['authorize APPROVED', 'refund APPROVED'],
        );
      }
    });

    test('is not retried, because the recipient is no longer stored', async () => {
      const paymentId = await pay({ card: cards.declined });
      await gateway.waitForStatus(merchant.token, paymentId, 'REJECTED');
      const reply = await merchant.call('POST', paymentId, '/retry');
      assert.deepEqual([reply.status, reply.body['code']], [409, 'FUNDING_CANNOT_BE_RETRIED']);
    });

    test('the card of the payer can be stored', async () => {
      const paymentId = await funded(merchant, { options: { tokenize: true } });
      const { tokenizerId } = await merchant.read(paymentId);
      const { status } = await tokens.ended(String(tokenizerId));
      assert.equal(status, 'COMPLETED');
      assert.equal(await held(paymentId), 0);
    });
  });
}
