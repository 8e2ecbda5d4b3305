// Access tokens end with the secret they were issued for, with a suspension and when the operator
// revokes them: at once on the node that handled the change, within a second on the others, and
// permanently.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveNodes, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  refusalOf,
} from '../support/life/payments.ts';
import { signInPast } from '../support/tokens/kinds.ts';
import { openServer } from '../support/life/consistency.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';

/** How old a node's cached merchant record may be. */
const COPY_MS = 1000;
const revoked = [401, 'TOKEN_REVOKED'];
/** Most of each test is waiting, and each has its own merchants. */
const CONCURRENCY = 12;

interface Shop {
  readonly merchantId: string;
  readonly secret: string;
}

for (const database of databasesOfTier) {
  const options = { skip: skipOn(database), concurrency: CONCURRENCY };
  describe(`revoked tokens on the ${database} database`, options, () => {
    let nodes: BorrowedGateway[] = [];
    let here: BorrowedGateway;
    before(async () => {
      nodes = await exclusiveNodes(database, database === 'postgres' ? 2 : 1);
      here = nodes[0] ?? assert.fail('there is no node');
    });
    after(() => here?.release());

    const operate = async (method: string, path: string, body?: Json): Promise<Json> =>
      bodyOf(
        await here.call(method, `/v1/admin/merchants/${path}`, { token: here.adminKey, body }),
      );
    const suspend = (mid: string) => operate('PATCH', mid, { status: 'SUSPENDED' });
    const reactivate = (mid: string) => operate('PATCH', mid, { status: 'ACTIVE' });
    const revoke = (mid: string) => operate('POST', `${mid}/revoke-tokens`);
    const roll = async (mid: string, dropOld: boolean): Promise<string> =>
      (await operate('POST', `${mid}/secrets`, { kind: 'API', dropOld }))['apiSecret'] as string;
    const login = (shop: Shop, extra?: Json) =>
      here.authenticate(shop.merchantId, shop.secret, extra);
    const lists = (node: BorrowedGateway, token: string): Promise<Reply> =>
      node.call('GET', `${base}/methods`, { token });

    /** Every node has used the token, so every cache contains it and its merchant. */
    async function assertLive(token: string): Promise<void> {
      for (const node of nodes) assert.equal((await lists(node, token)).status, 200);
    }

    async function assertRevoked(token: string, what: string): Promise<void> {
      assert.deepEqual(refusalOf(await lists(here, token)), revoked, `${what}, at once here`);
      await sleep(COPY_MS);
      for (const node of nodes) {
        assert.deepEqual(refusalOf(await lists(node, token)), revoked, `${what}, everywhere`);
      }
    }

    test('revoke-tokens ends all tokens of a merchant and leaves its secret', async () => {
      const shop = await here.addMerchant();
      const token = await login(shop);
      const otherToken = await login(await here.addMerchant());
      await assertLive(token);
      const answer = await revoke(shop.merchantId);
      assert.deepEqual([answer['merchantId'], answer['status']], [shop.merchantId, 'ACTIVE']);
      // Used at once on every node, although the others have an old copy of the merchant.
      const next = await login(shop);
      await assertLive(next);
      await assertRevoked(token, 'revoked');
      await assertLive(next);
      await assertLive(otherToken);
      const reply = await lists(here, token);
      assert.match(reply.body['message'] as string, /POST \/v1\/ecommerce\/auth/);
      const unknown = `/v1/admin/merchants/99999999/revoke-tokens`;
      const nobody = await here.call('POST', unknown, { token: here.adminKey });
      assert.deepEqual(refusalOf(nobody), [404, 'MERCHANT_NOT_FOUND']);
    });

    test('an ordinary roll keeps the tokens of both secrets, dropping ends the old', async () => {
      const shop = await here.addMerchant();
      const first = await login(shop);
      const second = { ...shop, secret: await roll(shop.merchantId, false) };
      const token = await login(second);
      await sleep(COPY_MS);
      await assertLive(first);
      await assertLive(token);
      const third = { ...shop, secret: await roll(shop.merchantId, true) };
      const last = await login(third);
      await assertLive(last);
      await assertRevoked(first, 'the secret before the last');
      await assertRevoked(token, 'the secret that was dropped');
      await assertLive(last);
    });

    test('a third secret replaces the first one and ends its tokens', async () => {
      const shop = await here.addMerchant();
      const first = await login(shop);
      await roll(shop.merchantId, false);
      await assertLive(first);
      await roll(shop.merchantId, false);
      await assertRevoked(first, 'pushed out');
    });

    test('dropping a notification secret ends no token', async () => {
      const shop = await here.addMerchant();
      const token = await login(shop);
      await operate('POST', `${shop.merchantId}/secrets`, { kind: 'NOTIFICATION', dropOld: true });
      await sleep(COPY_MS);
      await assertLive(token);
    });

    test('a suspension ends tokens, and reactivation does not revive them', async () => {
      const shop = await here.addMerchant();
      const token = await login(shop);
      await assertLive(token);
      await suspend(shop.merchantId);
      await assertRevoked(token, 'suspended');
      await reactivate(shop.merchantId);
      await assertRevoked(token, 'active again');
      await assertLive(await login(shop));
    });

    const agency = async () => {
      const agent = await here.addMerchant();
      const shop = await here.addMerchant({ agents: [agent.merchantId] });
      const named = { agent: { merchantId: agent.merchantId } };
      const loginFor = () => here.authenticate(shop.merchantId, agent.secret, named);
      return { agent, shop, loginFor, held: await loginFor(), own: await login(shop) };
    };

    test('an agent’s tokens for others end with the agent’s secret', async () => {
      const { agent, held, own: ownToken } = await agency();
      await assertLive(held);
      await roll(agent.merchantId, false);
      await sleep(COPY_MS);
      await assertLive(held);
      await roll(agent.merchantId, true);
      await assertRevoked(held, 'the agent’s secret was dropped');
      await assertLive(ownToken);
    });

    test("an agent's tokens end with its suspension and revocation", async () => {
      const { agent, loginFor, held, own: ownToken } = await agency();
      await assertLive(held);
      await revoke(agent.merchantId);
      await assertRevoked(held, 'the agent’s tokens were revoked');
      const next = await loginFor();
      await assertLive(next);
      await suspend(agent.merchantId);
      await assertRevoked(next, 'the agent was suspended');
      await reactivate(agent.merchantId);
      await assertRevoked(next, 'the agent is active again');
      await assertLive(ownToken);
      await assertLive(await loginFor());
    });

    test("an agent's tokens end with those of the merchant, but not with its secret", async () => {
      const { shop, loginFor, held } = await agency();
      await roll(shop.merchantId, true);
      await sleep(COPY_MS);
      await assertLive(held);
      await revoke(shop.merchantId);
      await assertRevoked(held, 'the merchant’s tokens were revoked');
      const next = await loginFor();
      await suspend(shop.merchantId);
      await assertRevoked(next, 'the merchant was suspended');
    });

    test('an agent that was removed and added again can log in', async () => {
      const { agent, shop, loginFor, held, own: ownToken } = await agency();
      await operate('PATCH', shop.merchantId, { settings: { agents: [] } });
      await assertRevoked(held, 'let go');
      await operate('PATCH', shop.merchantId, { settings: { agents: [agent.merchantId] } });
      await assertRevoked(held, 'taken back');
      await assertLive(await loginFor());
      await assertLive(ownToken);
    });

    test('the token of a payment page ends when revoked, and restore issues another', async () => {
      const shop = await here.addMerchant();
      const merchant = merchantClientOf(here, await login(shop));
      const made = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
      const paymentId = paymentIdOf(made);
      const page = made.body['clientToken'] as string;
      const read = (node: BorrowedGateway, token: string) =>
        node.call('GET', `${base}/${paymentId}`, { token });
      for (const node of nodes) assert.equal((await read(node, page)).status, 200);
      await roll(shop.merchantId, false);
      await sleep(COPY_MS);
      for (const node of nodes) assert.equal((await read(node, page)).status, 200);
      await revoke(shop.merchantId);
      await sleep(COPY_MS);
      for (const node of nodes) {
        const reply = await read(node, page);
        assert.deepEqual(refusalOf(reply), [401, 'CLIENT_TOKEN_INVALID']);
        assert.match(reply.body['message'] as string, /restore/);
        assert.doesNotMatch(reply.body['message'] as string, /auth/);
      }
      const again = merchantClientOf(here, await login(shop));
      const restored = bodyOf(await again.call('POST', paymentId, '/restore'));
      const next = restored['clientToken'] as string;
      for (const node of nodes) assert.equal((await read(node, next)).status, 200);
      const paid = await here.call('PUT', `${base}/${paymentId}/instrument`, {
        token: next,
        body: card,
      });
      assert.equal(paid.status, 200, paid.text);
    });

    test('the token of a page ends permanently with a suspension', async () => {
      const shop = await here.addMerchant();
      const merchant = merchantClientOf(here, await login(shop));
      const made = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
      const path = `${base}/${paymentIdOf(made)}`;
      const token = made.body['clientToken'] as string;
      for (const node of nodes) assert.equal((await node.call('GET', path, { token })).status, 200);
      await suspend(shop.merchantId);
      await sleep(COPY_MS);
      for (const node of nodes) {
        const reply = await node.call('GET', path, { token });
        assert.deepEqual(refusalOf(reply), [403, 'MERCHANT_SUSPENDED']);
      }
      await reactivate(shop.merchantId);
      await sleep(COPY_MS);
      for (const node of nodes) {
        const reply = await node.call('GET', path, { token });
        assert.deepEqual(refusalOf(reply), [401, 'CLIENT_TOKEN_INVALID']);
      }
    });

    test('tokens of older versions without a secret id end with any dropped secret', async () => {
      if (database === 'embedded') return;
      const db = openServer(here.installation);
      const old = await signInPast(here.installation, db, { hoursAgo: 1 });
      for (const end of [revoke, suspend, (mid: string) => roll(mid, true)]) {
        const { merchantId } = await here.addMerchant();
        const token = await old.merchant(merchantId);
        await assertLive(token);
        await roll(merchantId, false);
        await assertLive(token);
        await end(merchantId);
        await assertRevoked(token, 'an old token');
      }
      await db.close();
    });
  });
}
