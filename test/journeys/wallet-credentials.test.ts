// Keys and certificates of wallets through the operator API: requested, installed, rolled,
// imported, removed; each merchant has its own, and no answer contains a private key.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  issueCertificate,
  issueFor,
} from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';

const path = '/v1/admin/wallets/credentials';
const notAfter = (Math.floor(Date.now() / 1000) + 365 * 24 * 3600) * 1000;
const name = 'merchant.com.flowers';

for (const database of databasesOfTier) {
  describe(`wallet credentials on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(() => gateway?.release());

    const operate = async (method: string, to = '', body?: Json): Promise<Reply> => {
      const token = gateway.installation.adminKey;
      const reply = await gateway.call(method, `${path}${to}`, { token, body });
      assert.doesNotMatch(reply.text, /sealed|BEGIN [A-Z ]*PRIVATE KEY-/);
      return reply;
    };
    const refused = (reply: Reply, status: number, code: string): void => {
      assert.deepEqual([reply.status, reply.body['code']], [status, code], reply.text);
      assertErrorReply(reply, code);
    };
    const request = async (merchantId: string, other: Json = {}) => {
      const body = { kind: 'APAY_PROCESSING', merchantId, name, ...other };
      const made = await operate('POST', '', body);
      assert.equal(made.status, 200, made.text);
      return made.body as { credentialId: string; publicKey: string };
    };
    const listed = async (merchantId: string): Promise<Json[]> =>
      (await operate('GET', `?merchantId=${merchantId}`)).body['credentials'] as Json[];

    test('a certificate is requested, installed and rolled as documented', async () => {
      const operations = await operationsOf(gateway);
      const { merchantId } = await gateway.addMerchant();
      const body = { kind: 'APAY_IDENTITY', merchantId, name };
      const reply = await operate('POST', '', body);
      assertReplyFits(operations, 'POST', path, reply);
      const { credentialId, publicKey } = reply.body as Record<string, string>;
      assert.match(String(reply.body['certificateRequest']), /^-----BEGIN CERTIFICATE REQUEST/);
      const certificate = issueFor(publicKey ?? '', { notAfter, subject: { UID: name } });
      const install = `/${String(credentialId)}/certificate`;
      const installed = await operate('POST', install, { certificate });
      assertReplyFits(operations, 'POST', `${path}/{credentialId}/certificate`, installed);
      const { state, algorithm, expiresAt, certificate: stored } = installed.body;
      assert.deepEqual(
        { state, algorithm, expiresAt, stored },
        {
          state: 'ACTIVE',
          algorithm: 'RSA',
          expiresAt: new Date(notAfter).toISOString(),
          stored: certificate,
        },
      );
      const next = await request(merchantId, { kind: 'APAY_IDENTITY' });
      const renewed = issueFor(next.publicKey, { notAfter: notAfter + 1000 });
      await operate('POST', `/${next.credentialId}/certificate`, { certificate: renewed });
      const states = (await listed(merchantId)).map((one) => [one['credentialId'], one['state']]);
      assert.deepEqual(states, [
        [credentialId, 'ACTIVE'],
        [next.credentialId, 'ACTIVE'],
      ]);
      const removed = await operate('POST', `/${String(credentialId)}/remove`);
      assertReplyFits(operations, 'POST', `${path}/{credentialId}/remove`, removed);
      assert.equal(removed.body['state'], 'REMOVED');
      const list = await operate('GET', `?merchantId=${merchantId}`);
      assertReplyFits(operations, 'GET', path, list);
      refused(await operate('POST', install, { certificate }), 409, 'CREDENTIAL_NOT_REQUESTED');
    });

    test('the certificate and the key of one merchant do not fit another', async () => {
      const [mine, otherMerchant] = [await gateway.addMerchant(), await gateway.addMerchant()];
      const [one, foreign] = [
        await request(mine.merchantId),
        await request(otherMerchant.merchantId),
      ];
      const certificate = issueFor(foreign.publicKey, { notAfter });
      const wrong = await operate('POST', `/${one.credentialId}/certificate`, { certificate });
      refused(wrong, 422, 'CERTIFICATE_OTHER_KEY');
      const shown = [await listed(mine.merchantId), await listed(otherMerchant.merchantId)];
      assert.deepEqual(
        shown.map((list) => list.map((each) => [each['credentialId'], each['state']])),
        [[[one.credentialId, 'REQUESTED']], [[foreign.credentialId, 'REQUESTED']]],
      );
      assert.deepEqual(await listed('99999999'), []);

      const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
      const own = { certificate: issueCertificate(key, { notAfter }), privateKey, name };
      const kind = 'APAY_PROCESSING';
      const imported = { ...own, kind, merchantId: mine.merchantId };
      const added = await operate('POST', '/import', imported);
      assert.deepEqual([added.status, added.body['merchantId']], [200, mine.merchantId]);
      assertReplyFits(await operationsOf(gateway), 'POST', `${path}/import`, added);
      const taken = { ...imported, merchantId: otherMerchant.merchantId };
      refused(await operate('POST', '/import', taken), 409, 'CREDENTIAL_EXISTS');
    });

    test('pages of the list follow each other', async () => {
      const { merchantId } = await gateway.addMerchant();
      const [first, second] = [await request(merchantId), await request(merchantId)];
      const query = `?merchantId=${merchantId}&after=${first.credentialId}`;
      const rest = (await operate('GET', query)).body['credentials'] as Json[];
      assert.deepEqual(
        rest.map((one) => one['credentialId']),
        [second.credentialId],
      );
      refused(await operate('GET', '?after=x'), 400, 'INVALID_REQUEST');
    });

    test('wrong requests name the field and what to do', async () => {
      const { merchantId } = await gateway.addMerchant();
      const wrong: [string, Json, number, string, RegExp][] = [
        ['', { kind: 'APAY_PROCESSING', name }, 400, 'INVALID_REQUEST', /merchantId is required/],
        [
          '',
          { kind: 'C2P_ENCRYPTION', name, merchantId },
          400,
          'INVALID_REQUEST',
          /merchantId must be absent for kind C2P_ENCRYPTION/,
        ],
        ['', { kind: 'APAY', name, merchantId }, 400, 'INVALID_REQUEST', /kind/],
        ['', { kind: 'APAY_IDENTITY', name: 'a\nb', merchantId }, 400, 'INVALID_REQUEST', /name/],
        [
          '',
          { kind: 'APAY_IDENTITY', name, merchantId: '99999999' },
          404,
          'MERCHANT_NOT_FOUND',
          /merchant/,
        ],
        [
          '/import',
          { kind: 'APAY_IDENTITY', name, merchantId, privateKey: 'x' },
          422,
          'PRIVATE_KEY_UNREADABLE',
          /PKCS#8/,
        ],
        ['/x/certificate', { certificate: 'x' }, 404, 'CREDENTIAL_NOT_FOUND', /GET/],
        ['/x/remove', {}, 404, 'CREDENTIAL_NOT_FOUND', /GET/],
      ];
      for (const [to, body, status, code, message] of wrong) {
        const reply = await operate('POST', to, body);
        refused(reply, status, code);
        assert.match(reply.text, message);
      }
      assert.deepEqual(await listed(merchantId), []);
    });
  });
}
