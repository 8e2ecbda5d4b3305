// Fee rules, deposits, withdrawals and balances through the operator API.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';

const fees = '/v1/admin/fees';
const DAY_MS = 24 * 3_600_000;

for (const database of databasesOfTier) {
  describe(`money of the operator on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(() => gateway?.release());

    const operate = (method: string, path: string, body?: Json): Promise<Reply> =>
      gateway.call(method, path, { token: gateway.installation.adminKey, body });
    const succeed = async (method: string, path: string, body?: Json): Promise<Json> => {
      const reply = await operate(method, path, body);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const refused = async (path: string, body: Json, status: number, code: string, field = '') => {
      const reply = await operate('POST', path, body);
      assert.deepEqual([reply.status, reply.body['code']], [status, code], reply.text);
      assertErrorReply(reply, code);
      const [detail] = (reply.body['details'] ?? []) as { field: string; message: string }[];
      assert.equal(detail?.field ?? '', field, reply.text);
      return detail?.message ?? '';
    };
    const at = (merchantId: string, what: string): string =>
      `/v1/admin/merchants/${merchantId}/${what}`;
    const actionsFor = async (merchantId: string) => {
      const { uses } = await succeed('GET', `/v1/admin/audit?merchantId=${merchantId}`);
      // The merchant was added by the operator, too; every action has a row before it.
      const done = (uses as Json[]).filter(
        ({ reason, action }) => reason !== 'ADD_MERCHANT' && (action as Json)['step'] === 'DONE',
      );
      return done.map(({ actor, reason, subjectId }) => [actor, reason, subjectId]);
    };

    test('a fee rule is added once, listed and in the audit log', async () => {
      const operations = await operationsOf(gateway);
      const { merchantId } = await gateway.addMerchant();
      const validFrom = new Date(Date.now() + DAY_MS).toISOString();
      const terms = { percent: '1.2500', fixed: 0.3, minimum: 0.05, currency: 'PLN' };
      const scope = { merchantId, method: 'CARD', organization: 'VISA' };
      const body = { ...scope, ...terms, validFrom };
      const reply = await operate('POST', fees, body);
      assertReplyFits(operations, 'POST', fees, reply);
      assert.match(reply.text, /"percent":"1.25","fixed":0.30,"minimum":0.05,/);
      const { ruleId, createdAt, ...rest } = reply.body;
      assert.deepEqual(rest, { ...body, percent: '1.25' });
      assert.ok(String(createdAt) < validFrom);

      assert.deepEqual(await succeed('POST', fees, body), reply.body);
      await refused(fees, { ...body, percent: '1.26' }, 409, 'FEE_RULE_EXISTS');
      await refused(fees, { ...body, fixed: 0.31 }, 409, 'FEE_RULE_EXISTS');
      await refused(fees, { ...body, minimum: 0.06 }, 409, 'FEE_RULE_EXISTS');
      const later = await succeed('POST', fees, { merchantId, currency: 'KWD', percent: '0' });
      assert.deepEqual([later['fixed'], later['minimum'], later['percent']], [0, 0, '0']);
      assert.equal(later['validFrom'], later['createdAt']);

      const listed = await operate('GET', `${fees}?merchantId=${merchantId}`);
      assertReplyFits(operations, 'GET', fees, listed);
      const own = (listed.body['rules'] as Json[]).filter((one) => one['merchantId'] !== undefined);
      assert.deepEqual(own, [reply.body, later]);
      assert.deepEqual(await actionsFor(merchantId), [
        ['operator', 'ADD_FEE_RULE', ruleId],
        ['operator', 'ADD_FEE_RULE', ruleId],
        ['operator', 'ADD_FEE_RULE', later['ruleId']],
      ]);
    });

    test('refuses fee rules that could not count or would be ambiguous', async () => {
      const { merchantId } = await gateway.addMerchant();
      const good = { merchantId, currency: 'PLN', percent: '1' };
      const past = new Date(Date.now() - 60_000).toISOString();
      const rows: [change: Json, field: string][] = [
        [{ percent: undefined }, 'percent'],
        [{ percent: 1 }, 'percent'],
        [{ percent: '1.23456' }, 'percent'],
        [{ percent: '100.0001' }, 'percent'],
        [{ percent: '-1' }, 'percent'],
        [{ currency: 'XXX' }, 'currency'],
        [{ currency: 'JPY', fixed: 0.5 }, 'fixed'],
        [{ fixed: -1 }, 'fixed'],
        [{ minimum: 0.001 }, 'minimum'],
        [{ method: 'CASH' }, 'method'],
        [{ organization: 'VIS' }, 'organization'],
        [{ method: 'BLIK', organization: 'VISA' }, 'organization'],
        [{ validFrom: past }, 'validFrom'],
        [{ validFrom: '2090-02-30T00:00:00Z' }, 'validFrom'],
      ];
      for (const [change, field] of rows) {
        await refused(fees, { ...good, ...change }, 400, 'INVALID_REQUEST', field);
      }
      await refused(fees, { ...good, merchantId: '29999998' }, 404, 'MERCHANT_NOT_FOUND');
      assert.deepEqual(await actionsFor(merchantId), []);
    });

    test('deposits and withdrawals move exactly their amount, once', async () => {
      const operations = await operationsOf(gateway);
      const { merchantId } = await gateway.addMerchant();
      const deposits = at(merchantId, 'deposits');
      const withdrawals = at(merchantId, 'withdrawals');
      const body = { amount: 100.5, currency: 'PLN', reference: 'FT 1' };
      const reply = await operate('POST', deposits, body);
      assertReplyFits(operations, 'POST', at('{merchantId}', 'deposits'), reply);
      assert.match(reply.text, /"kind":"DEPOSIT","amount":100.50,"currency":"PLN"/);
      assert.deepEqual(await succeed('POST', deposits, body), reply.body);
      await refused(deposits, { ...body, amount: 100.51 }, 409, 'REFERENCE_USED');
      await refused(withdrawals, body, 409, 'REFERENCE_USED');

      const drawn = { ...body, reference: 'FT 2', amount: 100.51 };
      await refused(withdrawals, drawn, 422, 'INSUFFICIENT_FUNDS');
      const created = await operate('POST', withdrawals, { ...drawn, amount: 100.5 });
      assertReplyFits(operations, 'POST', at('{merchantId}', 'withdrawals'), created);
      assert.equal(created.body['kind'], 'WITHDRAWAL');
      await succeed('POST', deposits, { amount: 7, currency: 'JPY', reference: 'FT 3' });
      await succeed('POST', deposits, { amount: 0.001, currency: 'KWD', reference: 'FT 4' });

      const listed = await operate('GET', deposits);
      assertReplyFits(operations, 'GET', at('{merchantId}', 'deposits'), listed);
      const list = listed.body['deposits'] as Json[];
      assert.deepEqual(
        list.map(({ reference }) => reference),
        ['FT 1', 'FT 2', 'FT 3', 'FT 4'],
      );
      const next = await succeed('GET', `${deposits}?after=${String(list[2]?.['depositId'])}`);
      assert.deepEqual(next['deposits'], list.slice(3));
      const balances = await operate('GET', at(merchantId, 'balances'));
      assertReplyFits(operations, 'GET', at('{merchantId}', 'balances'), balances);
      assert.match(balances.text, /"currency":"KWD","balance":-0.001/);
      assert.deepEqual(
        (balances.body['balances'] as Json[]).map((one) => Object.values(one).join(' ')),
        [
          'BANK JPY -7',
          'MERCHANT_PAYABLE JPY 7',
          'BANK KWD -0.001',
          'MERCHANT_PAYABLE KWD 0.001',
          'BANK PLN 0',
          'MERCHANT_PAYABLE PLN 0',
        ],
      );
      const actions = await actionsFor(merchantId);
      assert.deepEqual(
        actions.map(([, reason]) => reason),
        ['ADD_DEPOSIT', 'ADD_DEPOSIT', 'ADD_WITHDRAWAL', 'ADD_DEPOSIT', 'ADD_DEPOSIT'],
      );
      assert.equal(actions[2]?.[2], created.body['depositId']);
    });

    test('refuses deposits that are not valid', async () => {
      const { merchantId } = await gateway.addMerchant();
      const deposits = at(merchantId, 'deposits');
      const good = { amount: 1, currency: 'PLN', reference: 'FT 1' };
      const rows: [change: Json, field: string][] = [
        [{ amount: 0 }, 'amount'],
        [{ amount: -1 }, 'amount'],
        [{ amount: 0.001 }, 'amount'],
        [{ currency: 'XXX' }, 'currency'],
        [{ reference: undefined }, 'reference'],
        [{ reference: '' }, 'reference'],
        [{ reference: ' FT' }, 'reference'],
        [{ reference: 'x'.repeat(65) }, 'reference'],
        [{ reference: 'zażółć' }, 'reference'],
      ];
      for (const [change, field] of rows) {
        await refused(deposits, { ...good, ...change }, 400, 'INVALID_REQUEST', field);
      }
      await refused(at('29999998', 'deposits'), good, 404, 'MERCHANT_NOT_FOUND');
      const unknown = await operate('GET', at('29999998', 'balances'));
      assert.equal(unknown.body['code'], 'MERCHANT_NOT_FOUND');
      assert.deepEqual((await succeed('GET', deposits))['deposits'], []);
    });
  });
}
