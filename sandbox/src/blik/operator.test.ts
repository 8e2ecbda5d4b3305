// Tests of the simulated BLIK operator on every storage: codes, confirmations, aliases, operations,
// and the messages to the gateway.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { backingsWith } from '../testing/backing.ts';
import {
  blikRequest,
  openBlikFixture,
  type Authorized,
  type BlikFixture,
} from '../testing/blik-fixture.ts';
import { blikTriggers } from './triggers.ts';

const UID = { type: 'UID', alias: 'customer-7', label: 'Flower shop' } as const;

for (const backing of backingsWith(process.env['BRAMKA_TEST_POSTGRES'])) {
  describe(`the BLIK operator on ${backing}`, () => {
    let fixture: BlikFixture;
    before(async () => {
      fixture = await openBlikFixture(backing, createTestDatabase);
    });
    after(() => fixture?.close());
    const inquire = async ({ request }: Authorized) => {
      const { attemptId } = request;
      return (await fixture.blik.handle('inquire', { attemptId }))?.body as Record<string, unknown>;
    };
    const code = async (phone = '1') => (await fixture.blik.phones.issueCode(phone)).code ?? '';
    const push = async (ticket: string, change = {}) => {
      const made = await fixture.authorize(ticket, change);
      equal(made.reply.result, 'PENDING');
      return { ...made, pushId: made.request.attemptId };
    };
    const accept = (pushId: string, saves = true) =>
      fixture.blik.phones.answerPush(pushId, { accepts: true, saves });
    const follow = async (verb: 'stop' | 'reverse' | 'refund', of: Authorized, more = {}) => {
      const { merchantId, paymentId, amountMinor, currency, attemptId } = of.request;
      const operation = { merchantId, paymentId, amountMinor, currency };
      const request = { attemptId: fixture.ids.next(), originalAttemptId: attemptId, ...operation };
      const answer = await fixture.blik.handle(verb, { ...request, ...more });
      return (answer?.body as { result: string }).result;
    };

    for (const { kind, value, outcome } of blikTriggers.filter((one) => one.kind !== 'amount')) {
      test(`${kind} ${value}: ${outcome}`, async () => {
        const ticket =
          kind === 'code' ? value.padEnd(6, '1') : ({ type: 'UID', alias: value } as const);
        const payment = await fixture.authorize(ticket);
        const isFault = value.startsWith('9000') && value !== '900005';
        if (isFault) equal(payment.reply.result, undefined);
        const isWaiting = payment.reply.result === 'PENDING';
        const ofCode = value.startsWith('2000') || ['300000', '900005'].includes(value);
        equal(isWaiting, kind === 'code' ? ofCode : value.endsWith('-later'));
        if (isWaiting) {
          fixture.clock.advance(value === '900005' ? 60_000 : 3_000);
          await fixture.blik.runDue();
          equal(fixture.sent.at(-1)?.['orderId'], payment.request.attemptId);
        }
        const { result, reason } = await inquire(payment);
        if (value === '900001') equal(result, 'NOT_FOUND');
        else if (value === 'ambiguous') equal(result, 'AMBIGUOUS');
        else if (isFault || outcome === 'APPROVED') equal(result, 'APPROVED');
        else deepEqual([result, reason], ['DECLINED', outcome]);
      });
    }

    test('a code can be used once, within two minutes, until another one is issued', async () => {
      const replaced = await code();
      const used = await code();
      await push(used);
      const cancelled = await code();
      equal(await fixture.blik.phones.cancelCode('1'), true);
      const expired = await code();
      fixture.clock.advance(120_000);
      const rows: [string, string][] = [
        [replaced, 'TICKET_CANCELLED'],
        [used, 'TICKET_USED'],
        [cancelled, 'TICKET_CANCELLED'],
        [expired, 'TICKET_EXPIRED'],
        ['500000', 'WRONG_TICKET'],
      ];
      for (const [value, reason] of rows) {
        const { reply } = await fixture.authorize(value);
        deepEqual([reply.result, reply.reason], ['DECLINED', reason]);
      }
      equal(await fixture.blik.phones.currentCode('1'), undefined);
      equal((await fixture.store.codeOf('1'))?.code === null, false, 'expired, but still stored');
    });

    test('the customer accepts, and the gateway is told', async () => {
      const payment = await push(await code());
      const [waiting] = (await fixture.blik.phones.pushes('1')).slice(-1);
      equal(waiting?.attemptId, payment.pushId);
      equal((await accept(payment.pushId))?.state, 'APPROVED');
      equal(await accept(payment.pushId), undefined, 'only once');
      const { orderId, status, amountMinor, currency } = fixture.sent.at(-1) ?? {};
      deepEqual(
        { orderId, status, amountMinor, currency },
        { orderId: payment.pushId, status: 'APPROVED', amountMinor: '12300', currency: 'PLN' },
      );
      equal((await inquire(payment))['result'], 'APPROVED');
    });

    test('the customer refuses', async () => {
      const payment = await push(await code());
      await fixture.blik.phones.answerPush(payment.pushId, { accepts: false, saves: true });
      deepEqual(fixture.sent.at(-1)?.['reason'], 'USER_DECLINED');
      equal((await inquire(payment))['reason'], 'USER_DECLINED');
    });

    test('a confirmation after 60 seconds is too late', async () => {
      const payment = await push(await code());
      fixture.clock.advance(60_000);
      equal(await accept(payment.pushId), undefined);
      equal((await inquire(payment))['reason'], 'USER_TIMEOUT');
      equal(fixture.sent.at(-1)?.['reason'], 'USER_TIMEOUT');
    });

    for (const { value, outcome } of blikTriggers.filter(({ kind }) => kind === 'amount')) {
      test(`an amount that ends with ${value} is declined with ${outcome}`, async () => {
        const made = await push(await code(), { amountMinor: `100${value}` });
        await accept(made.pushId);
        equal((await inquire(made))['reason'], outcome);
      });
    }

    test('a saved shop pays without a code until it is removed', async () => {
      const register = { ...UID, alias: 'saved-shop' };
      const uid = { type: 'UID', alias: 'saved-shop' } as const;
      equal((await fixture.authorize(uid)).reply.reason, 'ALIAS_NOT_FOUND');
      await accept((await push(await code(), { register })).pushId);
      deepEqual(fixture.sent.at(-1)?.['alias'], {
        type: 'UID',
        value: 'saved-shop',
        status: 'REGISTERED',
      });
      equal((await fixture.authorize(uid, { amountMinor: '5000' })).reply.result, 'APPROVED');
      equal((await fixture.authorize(uid, { amountMinor: '5001' })).reply.result, 'PENDING');
      const other = { ...uid, app: '2' };
      equal((await fixture.authorize(other)).reply.reason, 'ALIAS_NOT_FOUND');
      equal(
        (await fixture.authorize(uid, { merchantId: '10000002' })).reply.reason,
        'ALIAS_NOT_FOUND',
      );
      const shop = (await fixture.blik.phones.saved('1')).find(
        ({ alias }) => alias === 'saved-shop',
      );
      ok(shop);
      equal((await fixture.blik.phones.unregister(shop.aliasId))?.state, 'REMOVED');
      equal(await fixture.blik.phones.unregister(shop.aliasId), undefined);
      deepEqual(fixture.sent.at(-1), {
        merchantId: '10000001',
        alias: { type: 'UID', value: 'saved-shop', status: 'UNREGISTERED' },
      });
      equal((await fixture.authorize(uid)).reply.reason, 'ALIAS_NOT_FOUND');
    });

    test('a customer who does not save the shop still pays', async () => {
      const register = { ...UID, alias: 'not-saved' };
      await accept((await push(await code(), { register })).pushId, false);
      const { status, alias } = fixture.sent.at(-1) ?? {};
      equal(status, 'APPROVED');
      deepEqual(alias, { type: 'UID', value: 'not-saved', status: 'DECLINED' });
      const uid = { type: 'UID', alias: 'not-saved' } as const;
      equal((await fixture.authorize(uid)).reply.reason, 'ALIAS_NOT_FOUND');
    });

    test('an alias in two apps is ambiguous until an app is named', async () => {
      const register = { ...UID, alias: 'two-apps' };
      for (const phone of ['1', '2']) {
        await accept((await push(await code(phone), { register })).pushId);
      }
      const uid = { type: 'UID', alias: 'two-apps' } as const;
      const { reply } = await fixture.authorize(uid);
      equal(reply.result, 'AMBIGUOUS');
      deepEqual(reply.apps, [
        { key: '1', label: 'Bank Zielony' },
        { key: '2', label: 'Bank Niebieski' },
      ]);
      const named = await fixture.authorize({ ...uid, app: '2' }, { amountMinor: '100' });
      equal(named.reply.result, 'APPROVED');
    });

    test('an agreement allows charges within its limits', async () => {
      const recurring = {
        ...{ model: 'M', frequency: '1M', limitMinor: '5000' },
        ...{ totalLimitMinor: '11000', totalCount: '3', expiresOn: '20991231' },
      } as const;
      const register = { type: 'PAYID', alias: 'gym', label: 'The gym', recurring } as const;
      await accept((await push(await code(), { register })).pushId);
      const payid = { type: 'PAYID', alias: 'gym' } as const;
      const charge = async (amountMinor: string) => {
        const { reply } = await fixture.authorize(payid, { amountMinor });
        return reply.reason ?? reply.result;
      };
      equal(await charge('5001'), 'LIMIT_EXCEEDED');
      equal(await charge('5000'), 'APPROVED');
      equal(await charge('5000'), 'APPROVED');
      equal(await charge('1001'), 'LIMIT_EXCEEDED', 'of the sum');
      equal(await charge('900'), 'APPROVED');
      equal(await charge('10'), 'LIMIT_EXCEEDED', 'of the count');
      await accept((await push(await code('2'), { register })).pushId);
      const { reply } = await fixture.authorize(payid, { amountMinor: '10' });
      deepEqual([reply.result, reply.apps?.map(({ key }) => key)], ['AMBIGUOUS', ['1', '2']]);
      const at = (app: string) => fixture.authorize({ ...payid, app }, { amountMinor: '10' });
      equal((await at('1')).reply.reason, 'LIMIT_EXCEEDED', 'each app has its own count');
      equal((await at('2')).reply.result, 'APPROVED');
      equal((await at('3')).reply.reason, 'ALIAS_NOT_FOUND');
    });

    test('a bank without recurring payments declines their registration', async () => {
      const recurring = { model: 'O' } as const;
      const register = { type: 'PAYID', alias: 'gym-3', label: 'The gym', recurring } as const;
      const { reply } = await fixture.authorize(await code('3'), { register });
      equal(reply.reason, 'RECURRENCY_NOT_SUPPORTED');
    });

    test('stop ends a payment that waits, and nothing that has ended', async () => {
      const payment = await push(await code());
      equal(await follow('stop', payment), 'APPROVED');
      equal(await accept(payment.pushId), undefined);
      equal((await inquire(payment))['result'], 'DECLINED');
      equal(await follow('stop', payment), 'DECLINED');
      equal(await follow('stop', await fixture.authorize('777123')), 'DECLINED');
    });

    test('stop and reverse of a payment that has not arrived prevent it', async () => {
      for (const verb of ['stop', 'reverse'] as const) {
        const request = blikRequest(fixture.ids, '777123');
        equal(await follow(verb, { request, reply: {} }), 'APPROVED');
        const answer = await fixture.blik.handle('authorize', request);
        equal((answer?.body as { result: string }).result, 'DECLINED');
      }
    });

    test('a payment is reversed once, or refunded up to its amount', async () => {
      const reversed = await fixture.authorize('777123');
      equal(await follow('reverse', reversed), 'APPROVED');
      equal(await follow('reverse', reversed), 'DECLINED');
      equal(await follow('refund', reversed), 'DECLINED');
      const refunded = await fixture.authorize('777123');
      equal(await follow('refund', refunded, { amountMinor: '12000' }), 'APPROVED');
      equal(await follow('refund', refunded, { amountMinor: '301' }), 'DECLINED');
      equal(await follow('refund', refunded, { amountMinor: '300' }), 'APPROVED');
      equal(await follow('reverse', refunded), 'DECLINED');
      equal(await follow('refund', await fixture.authorize('100001')), 'DECLINED');
    });

    test('a repeat gets the same answer, another request with its id is refused', async () => {
      const { request, reply } = await fixture.authorize('777123');
      const again = await fixture.blik.handle('authorize', request);
      deepEqual(again?.body, reply);
      const other = await fixture.blik.handle('authorize', { ...request, amountMinor: '1' });
      equal(other?.status, 409);
    });

    test('two nodes: a code pays once, and a push is answered once', async () => {
      const otherNode = fixture.node();
      const value = await code();
      const requests = [blikRequest(fixture.ids, value), blikRequest(fixture.ids, value)];
      const answers = await Promise.all(
        requests.map((one, index) => (index ? otherNode : fixture.blik).handle('authorize', one)),
      );
      const results = answers.map((one) => (one?.body as { result: string }).result).sort();
      deepEqual(results, ['DECLINED', 'PENDING']);
      const payment = await push(await code());
      const before = fixture.sent.length;
      const settled = await Promise.all([
        fixture.blik.phones.answerPush(payment.pushId, { accepts: true, saves: true }),
        otherNode.phones.answerPush(payment.pushId, { accepts: false, saves: true }),
      ]);
      equal(settled.filter((one) => one !== undefined).length, 1);
      equal(fixture.sent.length, before + 1);
    });

    test('a lost message is sent again until the gateway acknowledges it', async () => {
      const answers = [503, 401, 204];
      const payment = await push(await code());
      fixture.answer = ({ orderId }) => {
        const status = orderId === payment.pushId ? (answers.shift() ?? 500) : 200;
        return Promise.resolve({ status, body: undefined });
      };
      await accept(payment.pushId);
      const count = () => fixture.sent.filter(({ orderId }) => orderId === payment.pushId).length;
      equal(count(), 1);
      for (const [waitMs, expected] of [
        [1_999, 1],
        [1, 2],
        [4_000, 3],
        [600_000, 3],
      ] as const) {
        fixture.clock.advance(waitMs);
        await fixture.blik.runDue();
        equal(count(), expected);
      }
      fixture.answer = () => Promise.resolve({ status: 200, body: undefined });
    });

    const malformed: [field: string, change: object][] = [
      ['currency', { currency: 'EUR' }],
      ['amountMinor', { amountMinor: 12 }],
      ['ticket', { ticket: undefined }],
      ['ticket.type', { ticket: { type: 'PHONE' } }],
      ['code', { ticket: { type: 'CODE', code: '12345' } }],
      ['alias', { ticket: { type: 'UID', alias: 'ab' } }],
      ['payer', { payer: undefined }],
      ['notificationUrl', { notificationUrl: 'https://evil.example/notify' }],
      ['notificationUrl', { notificationUrl: 'mailto:me' }],
      ['recurring', { register: { ...UID, type: 'PAYID' } }],
      ['recurring', { register: { ...UID, recurring: { model: 'O' } } }],
    ];
    for (const [field, change] of malformed) {
      test(`refuses ${JSON.stringify(change)}`, async () => {
        const request = { ...blikRequest(fixture.ids, '777123'), ...change };
        const answer = await fixture.blik.handle('authorize', request);
        equal(answer?.status, 400);
        match(JSON.stringify(answer.body), new RegExp(`"field":"${field.replace('.', '\\.')}"`));
      });
    }
  });
}
