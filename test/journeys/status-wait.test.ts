// GET …/status?wait=&after=: the answer comes when the payment has changed, on one node and from
// another one, and at once when there is nothing to wait for.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { cardOf, openPage, type Page } from '../support/customers/page.ts';
import { addMerchantClient, refusalOf } from '../support/life/payments.ts';
import { exclusiveNodes, sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { cards } from '../support/threeds/challenge.ts';

const base = '/v1/ecommerce/payment';

function wait(gateway: BorrowedGateway, page: Page, query: string): Promise<Json> {
  const path = `${base}/${page.paymentId}/status?${query}`;
  return gateway.call('GET', path, { token: page.clientToken }).then((reply) => {
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  });
}

/** The work does not wait: a request that begins before it, and has no reason to end, is slower. */
async function atOnce<T>(
  gateway: BorrowedGateway,
  token: string,
  work: () => Promise<T>,
): Promise<T> {
  const otherPage = await openPage(gateway, token);
  const { version } = await otherPage.status();
  let isOver = false;
  const slower = wait(gateway, otherPage, `wait=25&after=${String(version)}`);
  void slower.then(() => (isOver = true));
  const result = await work();
  assert.equal(isOver, false, 'it waited for its whole time');
  await gateway.call('POST', `${base}/${otherPage.paymentId}/cancel`, { token });
  await slower;
  return result;
}

for (const database of databasesOfTier) {
  describe(`waiting for a status on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    before(async () => {
      gateway = await sharedGateway(database);
      ({ token } = await addMerchantClient(gateway));
    });
    after(() => gateway?.release());

    test('without a change it ends after its time; otherwise it answers at once', async () => {
      const page = await openPage(gateway, token);
      const { version } = await page.status();
      assert.equal(typeof version, 'number');
      const startedMs = performance.now();
      const same = await wait(gateway, page, `wait=1&after=${String(version)}`);
      assert.equal(same['version'], version);
      assert.ok(performance.now() - startedMs >= 990, 'it ended too early');
      for (const query of ['wait=25', 'wait=0&after=1', `wait=25&after=${Number(version) + 1}`]) {
        await atOnce(gateway, token, () => wait(gateway, page, query));
      }
    });

    test('every change ends the wait: data without an event, a decline, the payment', async () => {
      const page = await openPage(gateway, token);
      let { version } = await page.status();
      const next = async (work: () => Promise<unknown>): Promise<Json> => {
        const status = await atOnce(gateway, token, async () => {
          const waiting = wait(gateway, page, `wait=25&after=${String(version)}`);
          await work();
          return waiting;
        });
        assert.notEqual(status['version'], version);
        ({ version } = status);
        return status;
      };
      const { cvv: _cvv, ...bare } = cardOf(cards.notEnrolled);
      const asked = await next(() => page.put(bare));
      assert.equal(asked['dataRequest'], 'CARD_CVV');
      let found = await next(() => page.put(cardOf(cards.notEnrolled)));
      while (found['status'] !== 'COMPLETED') found = await next(() => Promise.resolve());
      assert.equal(found['statusPresentation'], true);
    });

    test('the fifth request for a payment does not wait', async () => {
      const page = await openPage(gateway, token);
      const { version } = await page.status();
      const query = `wait=25&after=${String(version)}`;
      const all = Array.from({ length: 5 }, () => wait(gateway, page, query));
      const first = await Promise.race(all);
      assert.equal(first['version'], version);
      await gateway.call('POST', `${base}/${page.paymentId}/cancel`, { token });
      const rest = await Promise.all(all);
      assert.equal(rest.filter(({ status }) => status === 'CANCELLED').length, 4);
    });

    test('wrong values are refused by name', async () => {
      const page = await openPage(gateway, token);
      for (const [query, field] of [
        ['wait=26&after=1', 'wait'],
        ['wait=-1&after=1', 'wait'],
        ['wait=1&after=x', 'after'],
      ]) {
        const path = `${base}/${page.paymentId}/status?${query}`;
        const reply = await gateway.call('GET', path, { token });
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
        const [detail] = reply.body['details'] as Json[];
        assert.equal(detail?.['field'], field);
      }
    });
  });
}

describe('waiting for a status on another node', { skip: skipOn('postgres') }, () => {
  let nodes: BorrowedGateway[] = [];
  before(async () => (nodes = await exclusiveNodes('postgres', 2)));
  after(() => nodes[0]?.release());

  test('a commit of the other node ends the wait', async () => {
    const [here, there] = nodes;
    assert.ok(here && there);
    const { token } = await addMerchantClient(here);
    const page = await openPage(here, token);
    const { version } = await page.status();
    const path = `${base}/${page.paymentId}/cancel`;
    const status = await atOnce(here, token, async () => {
      const waiting = wait(here, page, `wait=25&after=${String(version)}`);
      assert.equal((await there.call('POST', path, { token })).status, 200);
      return waiting;
    });
    assert.equal(status['status'], 'CANCELLED');
  });
});
