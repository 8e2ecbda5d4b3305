// Reconciliation on both databases: the simulated acquirer's settlement file of a day agrees with
// the ledger, each planted difference is exactly its item, and nothing else changes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { funded } from '../support/funding/funding.ts';
import { addMerchantClient, type MerchantClient } from '../support/life/payments.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import {
  countsOf,
  importsPath,
  itemsPath,
  linesOf,
  operatorOf,
  type Operator,
} from '../support/reconciliation/settlement.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { rowsOf } from '../support/tables.ts';

/** Everything that is about money, as one text. */
const MONEY = `select string_agg(line, E'\\n' order by line) as state from (
  select 'p' || p::text as line from payments p union all
  select 't' || t::text from transactions t union all
  select 'l' || l::text from ledger_transfers l union all
  select 'b' || b::text from ledger_balances b union all
  select 'a' || a::text from attempts a union all
  select 'e' || e.event_id::text || e.body from events e union all
  select 'c' || c::text from sandbox.charges c) as everything`;

const hour = (from: number, hours: number): string =>
  new Date(from + hours * 3_600_000).toISOString();

for (const database of databasesOfTier) {
  describe(`reconciliation on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operator: Operator;
    let shop: MerchantClient;
    let otherMerchant: MerchantClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      operator = operatorOf(gateway);
      shop = await addMerchantClient(gateway);
      otherMerchant = await addMerchantClient(gateway);
      await makeDay();
    });
    after(() => gateway?.release());

    const waitFor = (merchant: MerchantClient, paymentId: string, status: string) =>
      gateway.waitForStatus(merchant.token, paymentId, status);

    /** 11 movements: 5 sales, 2 captures, 2 reversals, 2 refunds; holds and declines move none. */
    async function makeDay(): Promise<void> {
      const returned = await shop.pay({ amount: 12.34 });
      await otherMerchant.pay({ amount: 100 });
      await shop.pay({ amount: 500, currency: 'JPY' });
      const held = await shop.preauthorize(80);
      await shop.call('POST', held, '/capture', { amount: 60.5 });
      const dinars = await otherMerchant.preauthorize(5.125, { currency: 'KWD' });
      await otherMerchant.call('POST', dinars, '/capture');
      const released = await shop.preauthorize(33);
      await shop.call('POST', released, '/cancel');
      await waitFor(shop, released, 'CANCELLED');
      for (const merchant of [shop, otherMerchant]) {
        const cancelled = await merchant.pay({ amount: 45.67 });
        await merchant.call('POST', cancelled, '/cancel');
        await waitFor(merchant, cancelled, 'CANCELLED');
      }
      for (const amount of [5.04, 7.3]) {
        const refund = await shop.call('POST', returned, '/refund', { amount });
        assert.equal(refund.status, 200, refund.text);
        assert.equal(refund.body['status'], 'COMPLETED', refund.text);
      }
      await shop.pay({ card: '4000000000009995' }, 'REJECTED');
    }

    const money = async (): Promise<string> =>
      (await rowsOf<{ state: string }>(gateway.installation, MONEY))[0]?.state ?? '';
    /** A file of the day, different each time because its period ends later. */
    const nextFile = (plant?: string) => operator.file(plant === undefined ? {} : { plant });
    const itemsOf = (done: Json): Promise<Json[]> =>
      operator.items(`?importId=${String(done['importId'])}`);

    test('a file with planted differences first: each is exactly its item', async () => {
      const clean = linesOf(await nextFile()).slice(2, -1);
      assert.equal(clean.length, 11, clean.join('\n'));
      const state = await money();
      const done = await operator.importFile(
        await nextFile('OMIT,AMOUNT,CURRENCY,KIND,DOUBLE,ADD'),
      );
      assert.equal(await money(), state, 'no money row has changed');
      assert.deepEqual(countsOf(done), {
        MATCHED: 7,
        MISSING: 1,
        DIFFERENT: 3,
        DUPLICATE: 1,
        EXTRA: 1,
      });
      assert.equal(done['openItems'], 6);
      const items = await itemsOf(done);
      const attemptOf = (index: number): string => clean[index]?.split(',')[0] ?? '';
      const [attemptId, , amount, currency] = clean[1]?.split(',') ?? [];
      const minorUnits = (value: unknown) => Math.round(Number(value) * 1000);
      const itemOf = (kind: string, index: number) =>
        items.find((one) => one['kind'] === kind && one['attemptId'] === attemptOf(index));
      const missing = itemOf('MISSING', 0) as { own: Json; file?: Json; line?: number };
      assert.deepEqual([missing.file, missing.line], [undefined, undefined]);
      assert.equal(missing.own['kind'], clean[0]?.split(',')[1]);
      const { file, own, line } = itemOf('DIFFERENT', 1) as { file: Json; own: Json; line: number };
      assert.deepEqual([own['currency'], file['currency']], [currency, currency]);
      assert.equal(minorUnits(own['amount']), minorUnits(amount));
      assert.ok(minorUnits(file['amount']) > minorUnits(own['amount']), String(attemptId));
      assert.equal(line, 3, 'the first row was left out, so the second is on line 3');
      const other3 = itemOf('DIFFERENT', 2) as { file: Json; own: Json };
      assert.notEqual(other3.file['currency'], other3.own['currency']);
      const kinds = itemOf('DIFFERENT', 3) as { file: Json; own: Json };
      assert.notEqual(kinds.file['kind'], kinds.own['kind']);
      const double = itemOf('DUPLICATE', 4) as { earlier: Json; line: number };
      assert.deepEqual(double.earlier, { importId: done['importId'], line: double.line - 1 });
      const extra = items.find((one) => one['kind'] === 'EXTRA') as { file: Json; own?: Json };
      assert.deepEqual(
        [extra.file['kind'], extra.file['amount'], extra.file['currency'], extra.own],
        ['SALE', 1, 'PLN', undefined],
      );
    });

    test('a later file matches what is left, and reports the rest as duplicates', async () => {
      const state = await money();
      const text = await nextFile();
      const done = await operator.importFile(text);
      assert.equal(await money(), state);
      // 7 movements were matched by the file before; the one it left out is found here.
      assert.deepEqual(countsOf(done), { MATCHED: 4, DUPLICATE: 7 });
      const items = await itemsOf(done);
      assert.ok(items.every((one) => one['kind'] === 'DUPLICATE'));
      const [missing] = await operator.items('?kind=MISSING');
      assert.equal(missing?.['foundIn'], done['importId'], 'the item stays open, but says so');
      // The same file again is the same import.
      const before = await operator.items();
      assert.deepEqual(await operator.importFile(text), done);
      assert.deepEqual(await operator.items(), before);
    });

    test('the totals add up per currency', async () => {
      await operator.call('POST', '/sandbox/reset', {});
      shop = await addMerchantClient(gateway);
      otherMerchant = await addMerchantClient(gateway);
      await makeDay();
      // Account funding moves money like a sale.
      await funded(shop, { amount: 20 });
      const withdrawn = await funded(otherMerchant, { amount: 30 });
      await otherMerchant.call('POST', withdrawn, '/cancel');
      await waitFor(otherMerchant, withdrawn, 'CANCELLED');
      const done = await operator.importFile(await nextFile());
      const totals = (done['totals'] as Json[]).map((total) => Object.values(total));
      assert.deepEqual(totals, [
        ['MATCHED', 'JPY', 1, 500, 500],
        ['MATCHED', 'KWD', 1, 5.125, 5.125],
        ['MATCHED', 'PLN', 12, 447.86, 447.86],
      ]);
      assert.deepEqual([done['openItems'], done['rows'], done['lines']], [0, 14, 17]);
    });

    test('money outside the period is neither missing nor compared twice', async () => {
      const now = Date.now();
      const early = await operator.file({ from: hour(now, -48), to: hour(now, -24) });
      const done = await operator.importFile(early);
      assert.deepEqual([countsOf(done), done['rows']], [{}, 0]);
    });

    const audited = async (): Promise<bigint> => {
      const query = `select count(*) from audit_log where reason = 'RESOLVE_ITEM'`;
      return (await rowsOf<{ count: bigint }>(gateway.installation, query))[0]?.count ?? 0n;
    };

    test('an item is resolved once, with a note and a name, and the audit log has it', async () => {
      await shop.pay({ amount: 9.99 });
      const done = await operator.importFile(await nextFile('OMIT'));
      const open = (await itemsOf(done)).filter(({ kind }) => kind === 'MISSING');
      // The first movement of the day was matched before, so leaving it out is no difference.
      assert.deepEqual(open, []);
      const [item] = await itemsOf(done);
      const before = await audited();
      const path = `${itemsPath}/${String(item?.['itemId'])}/resolve`;
      const body = { by: 'Ewa', note: 'The provider has confirmed the double line.' };
      const resolved = await operator.call('POST', path, body);
      assert.equal(resolved.status, 200, resolved.text);
      assert.deepEqual([resolved.body['resolvedBy'], resolved.body['note']], [body.by, body.note]);
      assert.deepEqual((await operator.call('POST', path, body)).body, resolved.body);
      const again = await operator.call('POST', path, { ...body, note: 'another' });
      assertErrorReply(again, 'ITEM_ALREADY_RESOLVED');
      const left = await itemsOf(done);
      assert.ok(!left.some((one) => one['itemId'] === item?.['itemId']));
      const all = await operator.items(`?importId=${String(done['importId'])}&state=RESOLVED`);
      assert.deepEqual(all, [resolved.body]);
      assert.equal(await audited(), before + 6n, 'two rows for each of the three requests');
      const verified = await operator.call('GET', '/v1/admin/audit/verify');
      assert.equal(verified.body['violation'], undefined, verified.text);
    });

    test('only the operator may', async () => {
      const id = '01a1ddaa-94be-73d2-943c-8b7759934376';
      for (const [method, path] of [
        ['POST', importsPath],
        ['GET', importsPath],
        ['GET', `${importsPath}/${id}`],
        ['POST', `${importsPath}/${id}/lines`],
        ['POST', `${importsPath}/${id}/finish`],
        ['GET', itemsPath],
        ['POST', `${itemsPath}/${id}/resolve`],
      ] as const) {
        for (const token of [shop.token, undefined]) {
          const reply = await gateway.call(method, path, {
            token,
            ...(method === 'POST' ? { body: {} } : {}),
          });
          assertErrorReply(reply, 'ADMIN_KEY_INVALID');
        }
      }
    });
  });
}
