// How a payment reaches strong authentication, on both databases: at creation or step by step, in
// every order, and who may read the challenge data.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card as plainCard,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertReplyFits, operationsOf, type ApiOperation } from '../support/reply-check.ts';
import {
  acsDataOf,
  browserDevice,
  cards,
  challengeAfter,
  pendingChallengeIn,
  passChallenge,
  payToChallenge,
  payWithDevice,
} from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf } from '../support/threeds/outcome.ts';

const passed = completedOutcome('eci 05');
const device = browserDevice();
const instrument = { ...plainCard, instrumentNo: cards.challenge };
const { cvv, ...withoutCode } = instrument;

/** How long an answer waits for the directory server. */
const PATIENCE_MS = 5000;

/** The reply to a request that the machine answered in time. */
async function prompt(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const startedAt = Date.now();
    const reply = await ask();
    if (Date.now() - startedAt < PATIENCE_MS) return reply;
  }
}

/** Method, sub-path and body, and the dataRequest afterwards; null: a challenge. */
type Step = readonly [method: string, rest: string, body: Json, wants: string | null];

/** Every order in which card, security code and device can be sent. */
const orders: readonly (readonly [name: string, ...steps: Step[]])[] = [
  [
    'card with its code, then the device',
    ['PUT', '/instrument', instrument, 'DEVICE'],
    ['PATCH', '', { device }, null],
  ],
  [
    'card, code, device',
    ['PUT', '/instrument', withoutCode, 'CARD_CVV'],
    ['PATCH', '/instrument', { cvv }, 'DEVICE'],
    ['PATCH', '', { device }, null],
  ],
  [
    'card, device, code',
    ['PUT', '/instrument', withoutCode, 'CARD_CVV'],
    ['PATCH', '', { device }, 'CARD_CVV'],
    ['PATCH', '/instrument', { cvv }, null],
  ],
  [
    'device, card, code',
    ['PATCH', '', { device }, 'INSTRUMENT'],
    ['PUT', '/instrument', withoutCode, 'CARD_CVV'],
    ['PATCH', '', { instrument: { cvv } }, null],
  ],
  [
    'device, then the card with its code',
    ['PATCH', '', { device }, 'INSTRUMENT'],
    ['PUT', '/instrument', instrument, null],
  ],
  ['card and device together', ['PUT', '/instrument', { instrument, device }, null]],
  [
    'card, then code and device together',
    ['PUT', '/instrument', withoutCode, 'CARD_CVV'],
    ['PATCH', '/instrument', { instrument: { cvv }, device }, null],
  ],
  [
    'a card that is not enrolled, then one that is',
    ['PUT', '/instrument', { ...withoutCode, instrumentNo: cards.notEnrolled }, 'CARD_CVV'],
    ['PUT', '/instrument', instrument, 'DEVICE'],
    ['PATCH', '/instrument', { device }, null],
  ],
];

for (const database of databasesOfTier) {
  describe(
    `authentication in steps on the ${database} database`,
    { skip: skipOn(database) },
    () => {
      let gateway: BorrowedGateway;
      let operations: ApiOperation[];
      let merchant: MerchantClient;
      let token: string;
      before(async () => {
        gateway = await sharedGateway(database);
        operations = await operationsOf(gateway);
        merchant = await addMerchantClient(gateway);
        ({ token } = merchant);
      });
      after(() => gateway?.release());

      const readAcsData = (as: string, paymentId: string): Promise<Reply> =>
        gateway.call('GET', `${base}/${paymentId}/acsData`, { token: as });

      test('creation answers the data for the challenge in the documented form', async () => {
        const reply = await prompt(() => payWithDevice(gateway, { token, card: cards.challenge }));
        assertReplyFits(operations, 'POST', base, reply);
        assert.deepEqual(
          [reply.body['status'], reply.body['dataRequest']],
          ['PENDING', 'CARD_3DS'],
        );
        const { paymentId, acsTxnId, acsData } = pendingChallengeIn(reply);
        const read = await readAcsData(token, paymentId);
        assertReplyFits(operations, 'GET', `${base}/{paymentId}/acsData`, read);
        assert.deepEqual(read.body, acsData);
        assert.deepEqual((await merchant.read(paymentId))['acsData'], acsData);
        const creq = Buffer.from(acsData.creqPayload ?? '', 'base64url').toString('utf8');
        assert.deepEqual(JSON.parse(creq), {
          messageType: 'CReq',
          messageVersion: '2.3.1',
          threeDSServerTransID: acsData.tdsServerTxnId,
          acsTransID: acsTxnId,
          challengeWindowSize: '05',
        });
        assert.deepEqual(await gateway.chargesOf(paymentId), [], 'nothing is charged yet');
        await passChallenge(gateway, acsTxnId);
        assert.deepEqual(await outcomeOf(gateway, token, paymentId), passed);
      });

      for (const [name, ...steps] of orders) {
        test(`a payment reaches its challenge with ${name}`, async () => {
          const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
          for (const [method, rest, body, wants] of steps) {
            const startedAt = Date.now();
            const reply = await merchant.call(method, paymentId, rest, body);
            assertReplyFits(operations, method, `${base}/{paymentId}${rest}`, reply);
            const { status, dataRequest } = reply.body;
            const expected = wants === null ? ['PENDING', 'CARD_3DS'] : ['NEW', wants];
            if (wants !== null || Date.now() - startedAt < PATIENCE_MS) {
              assert.deepEqual([status, dataRequest], expected);
              assert.equal('acsData' in reply.body, wants === null, reply.text);
            }
            if (wants !== null) continue;
            await passChallenge(gateway, (await challengeAfter(gateway, token, reply)).acsTxnId);
          }
          assert.deepEqual(await outcomeOf(gateway, token, paymentId), passed);
        });
      }

      test('creation without complete device data waits for it', async () => {
        const sentDevices: (Json | null)[] = [
          null,
          {},
          { ip: '203.0.113.7' },
          browserDevice({ userAgent: null }),
          browserDevice({ screenWidth: null }),
        ];
        for (const half of sentDevices) {
          const reply = await merchant.create({ card: cards.challenge }, { device: half });
          const { status, dataRequest, acsData } = reply.body;
          assert.deepEqual([status, dataRequest, acsData], ['NEW', 'DEVICE', undefined]);
          const rest = await merchant.call('PATCH', paymentIdOf(reply), '', { device });
          const { acsTxnId } = await challengeAfter(gateway, token, rest);
          await passChallenge(gateway, acsTxnId);
        }
      });

      test('incomplete device data sent later is refused with the missing fields', async () => {
        const paymentId = paymentIdOf(await merchant.create({ card: cards.challenge }));
        const cases: [Json, string[]][] = [
          [browserDevice({ userAgent: null }), ['userAgent']],
          [browserDevice({ colorDepth: 'many', timezone: 5000 }), ['colorDepth', 'timezone']],
          [
            browserDevice({ javascriptEnabled: false, acceptHeader: null, language: '?' }),
            ['acceptHeader', 'language'],
          ],
        ];
        for (const [half, missing] of cases) {
          const reply = await merchant.call('PATCH', paymentId, '', { device: half });
          assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], reply.text);
          const fields = (reply.body['details'] as Json[]).map((one) => one['field']);
          assert.deepEqual(
            fields,
            missing.map((name) => `device.browserData.${name}`),
          );
        }
        const bare = await merchant.call('PATCH', paymentId, '', { device: { ip: '203.0.113.7' } });
        assert.deepEqual(refusalOf(bare), [400, 'INVALID_REQUEST']);
        const { status, dataRequest } = await gateway.statusOf(token, paymentId);
        assert.deepEqual([status, dataRequest], ['NEW', 'DEVICE']);
        const noScript = browserDevice({
          javascriptEnabled: false,
          colorDepth: null,
          timezone: null,
        });
        const reply = await merchant.call('PATCH', paymentId, '', { device: noScript });
        await passChallenge(gateway, (await challengeAfter(gateway, token, reply)).acsTxnId);
        assert.deepEqual(await outcomeOf(gateway, token, paymentId), passed);
      });

      test('there is no challenge data if no challenge is pending', async () => {
        const waiting = paymentIdOf(await merchant.createWithoutInstrument());
        const noDevice = paymentIdOf(await merchant.create({ card: cards.challenge }));
        const paid = await merchant.pay();
        const refused = await merchant.pay({ card: cards.declined }, 'REJECTED');
        const passing = await payToChallenge(gateway, { token });
        await passChallenge(gateway, passing.acsTxnId);
        await gateway.waitForStatus(token, passing.paymentId, 'COMPLETED');
        for (const paymentId of [waiting, noDevice, paid, refused, passing.paymentId]) {
          assert.deepEqual(refusalOf(await readAcsData(token, paymentId)), [409, 'NO_CHALLENGE']);
        }
        const unknown = await readAcsData(token, randomUUID());
        assert.deepEqual(refusalOf(unknown), [404, 'PAYMENT_NOT_FOUND']);
      });

      test('another merchant does not find the payment', async () => {
        const { paymentId } = await payToChallenge(gateway, { token });
        const stranger = await gateway.authenticate('10000002');
        const reply = await readAcsData(stranger, paymentId);
        assert.deepEqual(refusalOf(reply), [404, 'PAYMENT_NOT_FOUND']);
        assert.equal((await readAcsData(token, paymentId)).status, 200);
        const nobody = await gateway.call('GET', `${base}/${paymentId}/acsData`);
        assert.equal(nobody.status, 401);
      });

      test('a payment page runs the authentication with its own token only', async () => {
        const reply = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
        const { clientToken } = bodyOf(reply) as { clientToken: string };
        const otherPage = bodyOf(
          await merchant.createWithoutInstrument({ channel: 'PAYWALL' }),
        ) as {
          clientToken: string;
        };
        const paymentId = paymentIdOf(reply);
        const page = merchantClientOf(gateway, clientToken);
        const given = await page.call('PUT', paymentId, '/instrument', { instrument, device });
        const { acsTxnId, acsData } = await challengeAfter(gateway, clientToken, given);
        assert.deepEqual(await acsDataOf(gateway, clientToken, paymentId), acsData);
        const foreign = await readAcsData(otherPage.clientToken, paymentId);
        assert.deepEqual(refusalOf(foreign), [404, 'PAYMENT_NOT_FOUND']);
        await passChallenge(gateway, acsTxnId);
        assert.deepEqual(await outcomeOf(gateway, token, paymentId), passed);
      });

      test('repeated creation with one key creates one authentication', async () => {
        const payment = { token, card: cards.challenge, key: randomUUID(), orderId: randomUUID() };
        const replies = await Promise.all(
          Array.from({ length: 4 }, () => payWithDevice(gateway, payment)),
        );
        const [first] = replies;
        assert.ok(first);
        const { paymentId, acsTxnId } = await challengeAfter(gateway, token, first);
        for (const reply of replies) assert.equal(reply.text, first.text);
        await passChallenge(gateway, acsTxnId);
        assert.deepEqual(await outcomeOf(gateway, token, paymentId), passed);
        const late = await payWithDevice(gateway, payment);
        assert.equal(late.text, first.text, 'the original answer, also after the end');
        assert.equal(late.headers.get('idempotency-replayed'), 'true');
        assert.equal((await gateway.chargesOf(paymentId)).length, 1);
      });
    },
  );
}
