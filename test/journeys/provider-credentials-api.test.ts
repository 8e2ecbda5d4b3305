// The operator's endpoints for credentials of merchants at providers: set, replaced, listed and
// removed as documented; what each provider takes; every refusal.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';

const merchants = '/v1/admin/merchants';
const documented = `${merchants}/{merchantId}/credentials`;
const key = 'canary-key-of-the-shop';
const service = (serviceId: string) => ({ fields: { serviceId, key, hashMethod: 'SHA512' } });
/** Used by no other test that shares the gateway. */
const newAccount = (): string => String(2_000_000_000 + Math.floor(Math.random() * 7_000_000_000));

for (const database of databasesOfTier) {
  describe(`the API of credentials on ${database}`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(() => gateway?.release());

    const operate = async (method: string, path: string, body?: Json): Promise<Reply> => {
      const reply = await gateway.call(method, path, {
        token: gateway.installation.adminKey,
        body,
      });
      assert.doesNotMatch(reply.text, /canary|sealed/);
      return reply;
    };
    const pathOf = async (): Promise<string> => {
      const { merchantId } = await gateway.addMerchant();
      return `${merchants}/${merchantId}/credentials`;
    };

    test('they are set, replaced, listed and removed as documented', async () => {
      const operations = await operationsOf(gateway);
      const path = await pathOf();
      const account = newAccount();
      const set = await operate('PUT', `${path}/BM`, service(account));
      assertReplyFits(operations, 'PUT', `${documented}/{provider}`, set);
      const again = await operate('PUT', `${path}/BM`, service(account));
      const { changedAt, version, ...same } = again.body;
      const { changedAt: before, version: first, ...rest } = set.body;
      assert.deepEqual([first, version, same], [1, 2, rest]);
      assert.ok(String(changedAt) >= String(before));
      assert.deepEqual(
        [same['provider'], same['account'], same['fields']],
        ['BM', account, ['serviceId', 'key', 'hashMethod']],
      );
      const list = await operate('GET', path);
      assertReplyFits(operations, 'GET', documented, list);
      assert.deepEqual(list.body['credentials'], [again.body]);
      const removed = await operate('DELETE', `${path}/BM`);
      assertReplyFits(operations, 'DELETE', `${documented}/{provider}`, removed);
      const { usedUntil, ...kept } = removed.body;
      assert.deepEqual(kept, again.body);
      assert.ok(String(usedUntil) >= String(kept['usedFrom']));
      const after = await operate('GET', path);
      assert.deepEqual(after.body['credentials'], [removed.body], 'it stays in the list');
    });

    test('a refusal says what each provider takes', async () => {
      const path = await pathOf();
      const ofService = 'serviceId, key, hashMethod';
      const taken = { sandbox: 'key', blik: 'key', BM: ofService, PA: ofService };
      for (const [provider, names] of Object.entries(taken)) {
        const wrong = await operate('PUT', `${path}/${provider}`, { fields: { account: 'x' } });
        const message = `must be ${names} for ${provider}`;
        assert.deepEqual(wrong.body['details'], [{ field: 'fields', message }]);
      }
    });

    test('an account is that of one merchant at one provider', async () => {
      const [mine, other] = [await pathOf(), await pathOf()];
      const account = newAccount();
      assert.equal((await operate('PUT', `${mine}/BM`, service(account))).status, 200);
      const taken = await operate('PUT', `${other}/BM`, service(account));
      assert.deepEqual([taken.status, taken.body['code']], [409, 'PROVIDER_ACCOUNT_TAKEN']);
      assertErrorReply(taken, 'PROVIDER_ACCOUNT_TAKEN');
      assert.deepEqual((await operate('GET', other)).body['credentials'], []);
      assert.equal((await operate('PUT', `${other}/PA`, service(account))).status, 200);
    });

    test('refusals name the code and say what to do', async () => {
      const path = await pathOf();
      const nobody = `${merchants}/29999999/credentials`;
      const good = { fields: { key } };
      const refused: [method: string, path: string, body: Json | undefined, code: string][] = [
        ['DELETE', `${path}/blik`, undefined, 'PROVIDER_CREDENTIALS_NOT_FOUND'],
        ['DELETE', `${nobody}/blik`, undefined, 'MERCHANT_NOT_FOUND'],
        ['GET', nobody, undefined, 'MERCHANT_NOT_FOUND'],
        ['PUT', `${nobody}/blik`, good, 'MERCHANT_NOT_FOUND'],
        ['PUT', `${path}/nobody`, good, 'PROVIDER_NOT_FOUND'],
        ['PUT', `${path}/blik`, {}, 'INVALID_REQUEST'],
        ['PUT', `${path}/blik`, { fields: {} }, 'INVALID_REQUEST'],
        ['PUT', `${path}/blik`, { fields: { key: 'short' } }, 'INVALID_REQUEST'],
        ['PUT', `${path}/blik`, { fields: { key: 7 } }, 'INVALID_REQUEST'],
        ['PUT', `${path}/blik`, { fields: { [key]: 'key' } }, 'INVALID_REQUEST'],
        ['PUT', `${path}/blik`, { key }, 'INVALID_REQUEST'],
        ['PUT', `${path}/BM`, good, 'INVALID_REQUEST'],
        ['PUT', `${path}/BM`, service('x'), 'INVALID_REQUEST'],
      ];
      for (const [method, to, body, code] of refused) {
        const reply = await operate(method, to, body);
        assert.equal(reply.body['code'], code, reply.text);
        assertErrorReply(reply, code);
      }
      assert.deepEqual((await operate('GET', path)).body['credentials'], []);
    });
  });
}
