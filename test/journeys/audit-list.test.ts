// The list of the audit log: one filter at a time, each with its own rows.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { merchantClientOf, paymentIdOf } from '../support/life/payments.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { assertErrorReply } from '../support/reply-check.ts';

describe('GET /v1/admin/audit', () => {
  let gateway: BorrowedGateway;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
  });
  after(() => gateway?.release());
  const list = (filter: Record<string, string>): Promise<Reply> =>
    gateway.call('GET', `/v1/admin/audit?${new URLSearchParams(filter)}`, {
      token: gateway.adminKey,
    });

  test('two filters at once, or none, are refused; each alone has its rows', async () => {
    const { merchantId, secret } = await gateway.addMerchant();
    const merchantToken = await gateway.authenticate(merchantId, secret);
    const { tokenId, instrumentNo } = await tokenizerClient(gateway, merchantToken).tokenize();
    const instrument = { type: 'COF', instrumentNo };
    const made = await merchantClientOf(gateway, merchantToken).create({}, { instrument });
    const paymentId = paymentIdOf(made);
    await gateway.waitForStatus(merchantToken, paymentId, 'COMPLETED');
    const fee = { merchantId, currency: 'PLN', percent: '1' };
    await gateway.call('POST', '/v1/admin/fees', { token: gateway.adminKey, body: fee });
    const filters = { paymentId, tokenId, merchantId };
    for (const [name, value] of Object.entries(filters)) {
      const reply = await list({ [name]: value });
      assert.equal(reply.status, 200, reply.text);
      const uses = reply.body['uses'] as Json[];
      assert.ok(uses.length > 0, name);
      assert.ok(
        uses.every((one) => one[name] === value),
        name,
      );
    }
    for (const filter of [
      { paymentId, tokenId },
      { paymentId, merchantId },
      { tokenId, merchantId },
      filters,
      {},
    ]) {
      const reply = await list(filter);
      assertErrorReply(reply, 'INVALID_REQUEST');
      assert.equal(reply.status, 400, JSON.stringify(filter));
      assert.equal((reply.body['details'] as Json[])[0]?.['field'], 'paymentId');
    }
  });
});
