// Settlement on both databases with the clock moved: due times by method, what is settled and what
// waits, batches and reports that add up, payouts, and who sees them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { blikClient } from '../support/life/blik.ts';
import { bodyOf, refusalOf, type MerchantClient } from '../support/life/payments.ts';
import { addSettledShop, midnight, NOON, sumOf } from '../support/life/settlements.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { moveClock, setFaults } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';

const columns = ['gross', 'refunded', 'fee', 'commission', 'net'] as const;

for (const database of databasesOfTier) {
  describe(`settlement on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await exclusiveGateway(database);
    });
    after(() => gateway?.release());

    const startAt = async (at = NOON) => {
      await gateway.call('POST', '/sandbox/reset', { body: {} });
      await moveClock(gateway, { at, freeze: true });
    };
    const moveTo = (at: string) => moveClock(gateway, { at });
    const operate = async (method: string, path: string, body?: Json): Promise<Json> =>
      bodyOf(await gateway.call(method, `/v1/admin/${path}`, { token: gateway.adminKey, body }));
    const refund = async (merchant: MerchantClient, paymentId: string, body: Json) =>
      merchant.call('POST', paymentId, '/refund', body);
    const statuses = async (merchant: MerchantClient, ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await merchant.read(id))['status']));
    const balances = async (merchantId: string) => {
      const rows = await rowsOf<{ account: string; minor: bigint }>(
        gateway.installation,
        `select account, balance_minor as minor from ledger_balances
         where merchant_id = $1 and currency = 'PLN' and balance_minor <> 0 order by account`,
        [merchantId],
      );
      return rows.map(({ account, minor }) => `${account} ${minor}`);
    };

    test('each method is settled at its time, to the millisecond', async () => {
      await startAt();
      const methods = { BLIK: { afterDays: 3 }, CARD: { afterDays: 1 } };
      const shop = await addSettledShop(gateway, { afterDays: 2, methods, account: 'PL61' });
      let merchant = await shop.merchant();
      const card = await merchant.pay({ amount: 100 });
      const blik = blikClient(gateway, merchant.token);
      const code = await blik.pay('777123');
      await blik.status(code, 'COMPLETED');
      const both = [card, String(code['paymentId'])];
      const rows: [at: string, expected: string[]][] = [
        [new Date(Date.parse(midnight(1)) - 1).toISOString(), ['COMPLETED', 'COMPLETED']],
        [midnight(1), ['SETTLED', 'COMPLETED']],
        [new Date(Date.parse(midnight(3)) - 1).toISOString(), ['SETTLED', 'COMPLETED']],
        [midnight(3), ['SETTLED', 'SETTLED']],
      ];
      for (const [at, expected] of rows) {
        await moveTo(at);
        merchant = await shop.merchant();
        assert.deepEqual(await statuses(merchant, both), expected, at);
      }
      const batches = await shop.batches();
      assert.deepEqual(
        batches.map((one) => [one['settlementDate'], one['number'], one['net'], one['payout']]),
        [
          ['2031-01-17', 1, 123, 123],
          ['2031-01-15', 1, 100, 100],
        ],
      );
      assert.deepEqual(
        batches.map((one) => one['account']),
        ['PL61', 'PL61'],
      );
      const [event] = await rowsOf<{ body: string }>(
        gateway.installation,
        'select body from events where payment_id = $1 order by sequence desc limit 1',
        [card],
      );
      const { status, transId, amount } = JSON.parse(event?.body ?? '{}') as Json;
      const transaction = (await merchant.transactions(card)).at(-1) ?? {};
      assert.deepEqual([status, transId, amount], ['SETTLED', transaction['transId'], '100.00']);
      const { type, amount: net } = transaction;
      assert.deepEqual([type, transaction['status'], net], ['SETTLEMENT', 'COMPLETED', 100]);
    });

    test('batch and report add up to the cent, after refunds and fees, per currency', async () => {
      await startAt();
      const shop = await addSettledShop(gateway);
      const { merchantId } = shop;
      const rules: [currency: string, fixed: number][] = [
        ['PLN', 0.3],
        ['JPY', 3],
        ['KWD', 0.001],
      ];
      for (const [currency, fixed] of rules) {
        await operate('POST', 'fees', { merchantId, currency, percent: '1.5', fixed });
      }
      const merchant = await shop.merchant();
      const full = await merchant.pay({ amount: 33.33, orderId: '=cmd|" /C calc"!A0' });
      const held = await merchant.preauthorize(80);
      bodyOf(await merchant.call('POST', held, '/capture', { amount: 60 }));
      await gateway.waitForStatus(merchant.token, held, 'COMPLETED');
      const onHold = await merchant.preauthorize(70);
      const part = await merchant.pay({ amount: 30 });
      bodyOf(await refund(merchant, part, { amount: 10 }));
      const nothing = await merchant.pay({ amount: 20 });
      bodyOf(await refund(merchant, nothing, {}));
      const cancelled = await merchant.pay({ amount: 15 });
      bodyOf(await merchant.call('POST', cancelled, '/cancel'));
      await gateway.waitForStatus(merchant.token, cancelled, 'CANCELLED');
      const yen = await merchant.pay({ amount: 1001, currency: 'JPY' });
      const dinar = await merchant.pay({ amount: 1.234, currency: 'KWD' });

      await moveTo(midnight(1));
      const later = await shop.merchant();
      const settled = [full, held, part, nothing, yen, dinar];
      assert.deepEqual(await statuses(later, [...settled, onHold, cancelled]), [
        ...settled.map(() => 'SETTLED'),
        'COMPLETED',
        'CANCELLED',
      ]);
      const found = new Map((await shop.batches()).map((one) => [one['currency'], one]));
      const amounts = (currency: string) => columns.map((name) => found.get(currency)?.[name]);
      // Fees: 0.80 of 33.33, 1.20 of 60, 0.60 of 20 (30 without the refund), nothing of 0.
      assert.deepEqual(amounts('PLN'), [143.33, 30, 2.6, 0, 110.73]);
      assert.deepEqual(amounts('JPY'), [1001, 0, 18, 0, 983]);
      assert.deepEqual(amounts('KWD'), [1.234, 0, 0.02, 0, 1.214]);
      for (const [currency, decimals] of [
        ['PLN', 2],
        ['JPY', 0],
        ['KWD', 3],
      ] as const) {
        const batch = found.get(currency) ?? assert.fail(currency);
        const batchId = String(batch['batchId']);
        const table = await shop.csv(batchId);
        const { batch: shown, items } = await shop.report(batchId);
        assert.deepEqual(shown, batch);
        assert.equal(items.length, batch['items']);
        assert.equal(table.length, items.length + 1);
        for (const name of columns) {
          const total = BigInt(Math.round(Number(batch[name]) * 10 ** decimals));
          assert.equal(sumOf(table, name), total, `${currency} ${name} in CSV`);
          const inJson = items.map((item) => Math.round(Number(item[name]) * 10 ** decimals));
          assert.equal(BigInt(inJson.reduce((a, b) => a + b, 0)), total, `${currency} ${name}`);
        }
        assert.deepEqual([batch['payout'], batch['withheld']], [batch['net'], 0]);
      }
      const pln = await shop.csv(String(found.get('PLN')?.['batchId']));
      const order = pln[0]?.indexOf('extOrderId') ?? -1;
      assert.deepEqual(
        pln.filter((row) => row[1] === full).map((row) => row[order]),
        [`'=cmd|" /C calc"!A0`],
      );
      assert.deepEqual(await balances(merchantId), [
        'BANK 11073',
        'FEES 260',
        'HELD_AT_ISSUER:sandbox -7000',
        'HELD_FOR_MERCHANT 7000',
        'RECEIVABLE:sandbox -11333',
      ]);
    });

    test('a payment with an operation in progress waits, and is settled after it', async () => {
      await startAt();
      const shop = await addSettledShop(gateway);
      const merchant = await shop.merchant();
      const paymentId = await merchant.pay({ amount: 40 });
      // The acquirer has not decided yet.
      const made = await refund(merchant, paymentId, { amount: 1.81 });
      assert.equal(made.body['status'], 'PENDING', made.text);
      await setFaults(gateway, { outage: true, verbs: ['inquire'] });
      const waiting = () =>
        rowsOf(
          gateway.installation,
          'select payment_id as "paymentId", reason from settlement_waiting',
        );
      for (const days of [1, 2]) {
        await moveTo(midnight(days));
        assert.deepEqual(await statuses(await shop.merchant(), [paymentId]), ['COMPLETED']);
        assert.deepEqual(await shop.batches(), []);
        assert.deepEqual(await waiting(), [{ paymentId, reason: 'OPERATION' }]);
        const { status, settled, waiting: count } = await shop.run();
        assert.deepEqual([status, settled, count], ['DONE', 0, 1], 'one payment counts once');
      }
      await setFaults(gateway);
      // Time for the inquiry; then the capture is older than the overlap of the scans.
      await moveTo(new Date(Date.parse(midnight(2)) + 3_600_000).toISOString());
      await moveTo(midnight(3));
      assert.deepEqual(await statuses(await shop.merchant(), [paymentId]), ['SETTLED']);
      assert.deepEqual(await waiting(), []);
      const [batch] = await shop.batches();
      assert.deepEqual([batch?.['gross'], batch?.['refunded'], batch?.['net']], [40, 1.81, 38.19]);
    });

    test('a settled payment is not cancelled or retried; its refund needs funds', async () => {
      await startAt();
      const shop = await addSettledShop(gateway);
      const paymentId = await (await shop.merchant()).pay({ amount: 100 });
      await moveTo(midnight(1));
      const merchant = await shop.merchant();
      for (const verb of ['cancel', 'retry', 'capture', 'adjustment']) {
        const body = verb === 'adjustment' ? { amount: 1 } : undefined;
        const reply = await merchant.call('POST', paymentId, `/${verb}`, body);
        assert.deepEqual(refusalOf(reply), [409, 'NOT_IN_THIS_STATE'], verb);
      }
      const short = await refund(merchant, paymentId, { amount: 30 });
      assert.deepEqual(refusalOf(short), [422, 'INSUFFICIENT_FUNDS']);

      // The money of the next payment pays it, and is missing in the next payout.
      const next = await merchant.pay({ amount: 50 });
      bodyOf(await refund(merchant, paymentId, { amount: 30 }));
      await moveTo(midnight(2));
      const [batch] = await shop.batches();
      assert.deepEqual(
        columns.map((name) => batch?.[name]),
        [50, 0, 0, 0, 50],
      );
      assert.deepEqual([batch?.['payout'], batch?.['withheld']], [20, 30]);
      assert.deepEqual(await statuses(await shop.merchant(), [paymentId, next]), [
        'SETTLED',
        'SETTLED',
      ]);
      const paid = ['BANK 12000', 'RECEIVABLE:sandbox -12000'];
      assert.deepEqual(await balances(shop.merchantId), paid);
    });

    for (const [amount, end, payouts] of [
      [30.81, 'COMPLETED', [19.19, 30.81]],
      [30.82, 'REJECTED', [50, 0]],
    ] as const) {
      test(`a batch without funds waits for a refund that ends ${end}`, async () => {
        await startAt();
        const shop = await addSettledShop(gateway);
        const first = await (await shop.merchant()).pay({ amount: 100 });
        await moveTo(midnight(1));
        const merchant = await shop.merchant();
        await merchant.pay({ amount: 50 });
        const refundView = bodyOf(await refund(merchant, first, { amount }));
        assert.equal(refundView['status'], 'PENDING');
        await setFaults(gateway, { outage: true, verbs: ['inquire'] });
        await moveTo(midnight(2));
        const [open] = await shop.batches();
        assert.deepEqual(
          [open?.['status'], open?.['net'], open?.['payout']],
          ['OPEN', 50, undefined],
        );
        await setFaults(gateway);
        // Time for the inquiry, and the next run.
        await moveTo(new Date(Date.parse(midnight(2)) + 3_600_000).toISOString());
        await moveTo(midnight(3));
        const [batch, ...others] = await shop.batches();
        assert.deepEqual([batch?.['status'], others.length], ['CLOSED', 1]);
        assert.deepEqual([batch?.['payout'], batch?.['withheld']], payouts);
        const path = `/refund/${String(refundView['refundId'])}`;
        const refunded = bodyOf(await (await shop.merchant()).call('GET', first, path));
        assert.equal(refunded['status'], end);
      });
    }

    test('after seven days a batch no longer waits for a refund', async () => {
      await startAt();
      const shop = await addSettledShop(gateway);
      const first = await (await shop.merchant()).pay({ amount: 100 });
      await moveTo(midnight(1));
      const merchant = await shop.merchant();
      await merchant.pay({ amount: 50 });
      bodyOf(await refund(merchant, first, { amount: 30.81 }));
      await setFaults(gateway, { outage: true, verbs: ['inquire'] });
      for (const [days, status] of [
        [2, 'OPEN'],
        [8, 'OPEN'],
        [9, 'CLOSED'],
      ] as const) {
        await moveTo(midnight(days));
        assert.equal((await shop.batches())[0]?.['status'], status, String(days));
      }
      await setFaults(gateway);
      assert.deepEqual((await shop.batches())[0]?.['withheld'], 30.81);
    });

    test('a payment whose fee the balance does not cover waits for funds', async () => {
      await startAt();
      const shop = await addSettledShop(gateway);
      const { merchantId } = shop;
      const first = await (await shop.merchant()).pay({ amount: 100 });
      await moveTo(midnight(1));
      const rule = { merchantId, currency: 'PLN', percent: '0', fixed: 1 };
      await operate('POST', 'fees', rule);
      const merchant = await shop.merchant();
      const second = await merchant.pay({ amount: 60 });
      bodyOf(await refund(merchant, first, { amount: 60 }));
      await moveTo(midnight(2));
      assert.deepEqual(await statuses(await shop.merchant(), [second]), ['COMPLETED']);
      await operate('POST', `merchants/${merchantId}/deposits`, {
        amount: 1,
        currency: 'PLN',
        reference: 'fee',
      });
      const run = await shop.run();
      assert.deepEqual([run['status'], run['settled'], run['waiting']], ['DONE', 1, 0]);
      const [batch] = await shop.batches();
      assert.deepEqual([batch?.['net'], batch?.['payout'], batch?.['withheld']], [59, 0, 59]);
      const paid = ['BANK 9900', 'FEES 100', 'RECEIVABLE:sandbox -10000'];
      assert.deepEqual(await balances(merchantId), paid);
    });

    test('a run of the operator settles what is due, once, and nothing before', async () => {
      await startAt();
      const shop = await addSettledShop(gateway, { afterDays: 0, cutOff: '18:00' });
      const early = await (await shop.merchant()).pay({ amount: 10 });
      await moveTo('2031-01-14T16:59:59.999Z');
      const nothing = await shop.run();
      assert.deepEqual([nothing['settled'], nothing['examined']], [0, 0]);
      assert.equal(nothing['nextDueAt'], '2031-01-14T17:00:00.000Z');
      await moveTo('2031-01-14T17:00:00.000Z');
      assert.deepEqual(await statuses(await shop.merchant(), [early]), ['SETTLED']);
      const late = await (await shop.merchant()).pay({ amount: 20 });
      const before = await shop.batches();
      for (const date of [undefined, '2031-01-14', '2031-01-13', '1970-01-01']) {
        const run = await shop.run(date);
        assert.deepEqual([run['status'], run['settled']], ['DONE', 0], date);
        assert.equal(run['nextDueAt'], '2031-01-15T17:00:00.000Z', date);
      }
      assert.deepEqual(await shop.batches(), before);
      assert.deepEqual(await statuses(await shop.merchant(), [late]), ['COMPLETED']);
      const runs = `merchants/${shop.merchantId}/settlement-runs`;
      const call = async (date: string) =>
        refusalOf(
          await gateway.call('POST', `/v1/admin/${runs}`, {
            token: gateway.adminKey,
            body: { date },
          }),
        );
      assert.deepEqual(await call('2031-01-15'), [422, 'SETTLEMENT_DATE_IN_FUTURE']);
      for (const date of ['2031-02-30', '1969-12-31', '0001-01-01', '0000-01-01']) {
        assert.deepEqual(await call(date), [400, 'INVALID_REQUEST'], date);
      }
    });

    test('a payee sees its own batches, and those of others do not exist for it', async () => {
      await startAt();
      const shop = await addSettledShop(gateway);
      const otherShop = await addSettledShop(gateway);
      await (await shop.merchant()).pay({ amount: 10 });
      await moveTo(midnight(1));
      const [batch] = await shop.batches('?date=2031-01-15');
      const batchId = String(batch?.['batchId']);
      assert.deepEqual(await shop.batches('?date=2031-01-14'), []);
      assert.deepEqual(await shop.batches(`?before=${batchId}`), []);
      assert.deepEqual(await otherShop.batches(), []);
      const { token } = await otherShop.merchant();
      const unknown = '01a1ddaa-94be-73d2-943c-8b7759934376';
      for (const id of [batchId, unknown, 'x']) {
        for (const rest of ['', '/report', '/report?format=csv']) {
          const reply = await gateway.call('GET', `/v1/ecommerce/settlements/${id}${rest}`, {
            token,
          });
          assert.deepEqual(refusalOf(reply), [404, 'SETTLEMENT_NOT_FOUND'], `${id}${rest}`);
        }
      }
      const listPath = `merchants/${shop.merchantId}/settlements`;
      assert.deepEqual(await operate('GET', listPath), { settlements: [batch] });
      assert.deepEqual(await operate('GET', `${listPath}/${batchId}`), batch);
      assert.deepEqual((await operate('GET', `${listPath}/${batchId}/report`))['batch'], batch);
      const run = await gateway.call(
        'GET',
        `/v1/admin/merchants/${otherShop.merchantId}/settlement-runs/${unknown}`,
        { token: gateway.adminKey },
      );
      assert.deepEqual(refusalOf(run), [404, 'SETTLEMENT_RUN_NOT_FOUND']);
    });
  });
}
