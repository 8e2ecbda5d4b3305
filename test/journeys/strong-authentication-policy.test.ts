// The merchant's SCA policy, on both databases: exemptions and how they are requested, always
// challenging, recurring payments, and customers who cannot be authenticated.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  payWithDevice,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { waitForDeviceRequest } from '../support/threeds/time/device-request.ts';
import {
  completedOutcome,
  outcomeOf,
  rejectedOutcome,
  type Outcome,
} from '../support/threeds/outcome.ts';
import {
  atOwnRisk,
  byAuthentication,
  informational,
  lowValue,
  passed,
  policyCases,
  risk,
} from '../support/threeds/policy-cases.ts';
import { withFrozenClock } from '../support/threeds/frozen-clock.ts';

for (const database of databasesOfTier) {
  describe(`policies on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await exclusiveGateway(database);
    });
    after(() => gateway?.release());

    const operate = (method: string, path: string, body?: Json): Promise<Reply> =>
      gateway.call(method, `/v1/admin/merchants${path}`, { token: gateway.adminKey, body });

    /** Merchants with the same policy share one client. */
    const merchants = new Map<string, Promise<MerchantClient>>();
    const merchantWith = (sca: Json): Promise<MerchantClient> => {
      const name = JSON.stringify(sca);
      const merchant = merchants.get(name) ?? addMerchantClient(gateway, { sca });
      merchants.set(name, merchant);
      return merchant;
    };

    describe('by cases', { concurrency: 6 }, () => {
      for (const one of policyCases) {
        const { name, sca, customer, outcome, withoutDevice, options, ...payment } = one;
        test(name, async () => {
          const { token } = await merchantWith(sca);
          const extra = {
            ...(options ? { options } : {}),
            ...(withoutDevice ? { device: null } : {}),
          };
          const asked = { token, card: cards.challenge, ...payment, extra };
          const reply = await payWithDevice(gateway, asked);
          if (customer === 'challenge') {
            const { acsTxnId } = await challengeAfter(gateway, token, reply);
            await passChallenge(gateway, acsTxnId);
          } else {
            assert.equal(reply.body['acsData'], undefined, reply.text);
          }
          assert.deepEqual(await outcomeOf(gateway, token, paymentIdOf(reply)), outcome);
        });
      }
    });

    test('a decoupled authentication needs no action in the shop', async () => {
      const merchant = await merchantWith({ decoupled: true });
      const { token } = merchant;
      // The bank answers after three seconds on the frozen clock.
      const paymentId = await withFrozenClock(gateway, async () => {
        const reply = await payWithDevice(gateway, { token, card: cards.decoupled });
        assert.deepEqual([reply.body['status'], reply.body['acsData']], ['PENDING', undefined]);
        const { status, dataRequest } = await gateway.statusOf(token, paymentIdOf(reply));
        assert.deepEqual([status, dataRequest], ['PENDING', undefined]);
        const acsData = await merchant.call('GET', paymentIdOf(reply), '/acsData');
        assert.deepEqual(refusalOf(acsData), [409, 'NO_CHALLENGE']);
        return paymentIdOf(reply);
      });
      await advance(gateway, 3);
      assert.deepEqual(await outcomeOf(gateway, token, paymentId), passed);
    });

    test('a soft-declined exempt payment is challenged under the same id', async () => {
      const merchant = await merchantWith(lowValue);
      const { token } = merchant;
      const payment = { token, amount: 50, card: cards.softDecline };
      const reply = await payWithDevice(gateway, payment);
      assert.equal(reply.body['acsData'], undefined, reply.text);
      const paymentId = paymentIdOf(reply);
      const { acsTxnId } = await waitForChallenge(gateway, token, paymentId);
      const { status, rejectCode } = await gateway.statusOf(token, paymentId);
      assert.deepEqual([status, rejectCode], ['PENDING', undefined]);
      const [first, ...others] = await merchant.transactions(paymentId);
      assert.deepEqual(
        [first?.['status'], first?.['rejectCode'], others],
        ['REJECTED', 'SCA_REQUIRED', []],
      );
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcomeOf(gateway, token, paymentId), {
        end: 'COMPLETED',
        transactions: ['AUTH REJECTED SCA_REQUIRED', 'AUTH COMPLETED'],
        acquirer: ['DECLINED LOW_VALUE', 'APPROVED eci 05'],
      });
    });

    const softlyDeclined = (rejectCode: string): Outcome => ({
      end: `REJECTED ${rejectCode}`,
      transactions: ['AUTH REJECTED SCA_REQUIRED'],
      acquirer: ['DECLINED LOW_VALUE'],
    });

    test('after a soft decline a payment without device data waits for it', async () => {
      const merchant = await merchantWith(lowValue);
      const { token } = merchant;
      const payment = { token, amount: 50, card: cards.softDecline, extra: { device: null } };
      const paymentId = paymentIdOf(await payWithDevice(gateway, payment));
      await waitForDeviceRequest(gateway, token, paymentId);
      const complete = (body: Json) => merchant.call('PATCH', paymentId, '', body);
      assert.deepEqual(refusalOf(await complete({ customer: { email: 'jan@example.com' } })), [
        409,
        'NOT_IN_THIS_STATE',
      ]);
      const half = { browserData: { userAgent: 'Mozilla/5.0' } };
      assert.deepEqual(refusalOf(await complete({ device: half })), [400, 'INVALID_REQUEST']);
      const other = { instrumentNo: cards.challenge };
      assert.deepEqual(refusalOf(await complete({ instrument: other, device: browserDevice() })), [
        409,
        'NOT_IN_THIS_STATE',
      ]);
      const given = await complete({ device: browserDevice() });
      const { acsTxnId } = await challengeAfter(gateway, token, given);
      assert.deepEqual(refusalOf(await complete({ device: browserDevice() })), [
        409,
        'NOT_IN_THIS_STATE',
      ]);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcomeOf(gateway, token, paymentId), {
        end: 'COMPLETED',
        transactions: ['AUTH REJECTED SCA_REQUIRED', 'AUTH COMPLETED'],
        acquirer: ['DECLINED LOW_VALUE', 'APPROVED eci 05'],
      });
    });

    test('a payment expires if the device data is never sent after a soft decline', async () => {
      const merchant = await merchantWith(lowValue);
      const { token } = merchant;
      const extra = { device: null, options: { validTime: 3600 } };
      const payment = { token, amount: 50, card: cards.softDecline, extra };
      const paymentId = paymentIdOf(await payWithDevice(gateway, payment));
      await waitForDeviceRequest(gateway, token, paymentId);
      await advance(gateway, 3600);
      const outcome = await outcomeOf(gateway, token, paymentId);
      assert.deepEqual(outcome, { ...softlyDeclined('SCA_REQUIRED'), end: 'CANCELLED EXPIRED' });
    });

    test('status I is not accepted for a mandated challenge', async () => {
      const always = { challenge: 'ALWAYS' };
      for (const [sca, options] of [
        [always, {}],
        [{}, { recurring: 'INITIAL' }],
      ] as const) {
        const { token } = await merchantWith(sca);
        const payment = { token, amount: 50, card: informational, extra: { options } };
        const paymentId = paymentIdOf(await payWithDevice(gateway, payment));
        const outcome = await outcomeOf(gateway, token, paymentId);
        assert.deepEqual(outcome, rejectedOutcome('SCA_UNAVAILABLE'));
      }
    });

    test('after a soft decline no policy accepts an unavailable authentication', async () => {
      const { token } = await merchantWith({ ...lowValue, ...atOwnRisk });
      const fault = { provider: 'directory', outage: true, verbs: ['areq'] };
      await setFault(fault);
      try {
        const payment = { token, amount: 50, card: cards.softDecline };
        const paymentId = paymentIdOf(await payWithDevice(gateway, payment));
        const outcome = await outcomeOf(gateway, token, paymentId);
        assert.deepEqual(outcome, softlyDeclined('SCA_UNAVAILABLE'));
      } finally {
        await setFault({ provider: 'directory', clear: true });
      }
    });

    async function setFault(body: Json): Promise<void> {
      const reply = await gateway.call('POST', '/sandbox/faults', { body });
      assert.equal(reply.status, 200, reply.text);
    }

    test('limits above the legal ones, or that are not amounts, are refused', async () => {
      const shop = await gateway.addMerchant({ sca: lowValue });
      const refused: Json[] = [
        { lowValueLimits: { EUR: '30.01' } },
        { traLimits: { EUR: '500.01' } },
        { lowValueLimits: { PLN: '120.001' } },
        { traLimits: { PLN: 'much' } },
        { traLimits: { XYZ: '10.00' } },
        { traLimits: { PLN: '-1.00' } },
        { challenge: 'SOMETIMES' },
        { whenUnavailable: 'IGNORE' },
        { exemptionRoute: 'NOWHERE' },
      ];
      for (const sca of refused) {
        const added = await operate('POST', '', { merchantId: '88001', settings: { sca } });
        const changed = await operate('PATCH', `/${shop.merchantId}`, { settings: { sca } });
        for (const reply of [added, changed]) {
          assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], JSON.stringify(sca));
          assert.match(reply.text, /settings\.sca|settings\/sca/, 'the field is named');
        }
      }
      const read = await operate('GET', `/${shop.merchantId}`);
      const settings = read.body['settings'] as { sca: Json };
      assert.deepEqual(settings.sca['lowValueLimits'], { PLN: '120.00' });
    });

    test('a changed policy applies to the next payment and keeps its other fields', async () => {
      const { merchantId, secret } = await gateway.addMerchant({ sca: lowValue });
      const token = await gateway.authenticate(merchantId, secret);
      const pay = () => payWithDevice(gateway, { token, amount: 10, card: cards.challenge });
      const before = await pay();
      assert.deepEqual(
        await outcomeOf(gateway, token, paymentIdOf(before)),
        completedOutcome('LOW_VALUE'),
      );
      const change = { settings: { sca: { challenge: 'ALWAYS' } } };
      const changed = await operate('PATCH', `/${merchantId}`, change);
      const { sca } = changed.body['settings'] as { sca: Json };
      assert.deepEqual([sca['challenge'], sca['lowValueLimits']], ['ALWAYS', { PLN: '120.00' }]);
      const { acsTxnId } = await challengeAfter(gateway, token, await pay());
      await passChallenge(gateway, acsTxnId);
    });

    test('an exemption by 3-D Secure needs the customer’s device', async () => {
      const merchant = await merchantWith({ ...risk, ...byAuthentication });
      const reply = await merchant.create({ card: informational, amount: 50 });
      assert.deepEqual([reply.body['status'], reply.body['dataRequest']], ['NEW', 'DEVICE']);
      const device = browserDevice();
      const given = await merchant.call('PATCH', paymentIdOf(reply), '', { device });
      assert.equal(given.status, 200, given.text);
      const outcome = await outcomeOf(gateway, merchant.token, paymentIdOf(reply));
      assert.deepEqual(outcome, completedOutcome('eci 07 TRA'));
    });
  });
}
