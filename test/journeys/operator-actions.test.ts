// Every route of the operator API that changes something leaves rows in the audit log: who, what
// was asked, before and after, and never a secret. The routes are those of the route table.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { referenceEndpoints } from '@bramka/cli/reference/pages.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import type { Json, Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { openServer } from '../support/life/consistency.ts';
import { skipOn } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { expectations } from '../support/tokens/expected-access.ts';

interface AuditedRow {
  readonly reason: string;
  readonly merchantId: string;
  readonly subjectId: string;
  readonly details: string;
}

const writing = referenceEndpoints().filter(
  ({ method, ...endpoint }) =>
    endpoint.access === 'operator' && method !== 'GET' && endpoint.onlyReads !== true,
);

describe('the audit log of the operator', { skip: skipOn('postgres') }, () => {
  let gateway: BorrowedGateway;
  let db: Database;
  before(async () => {
    gateway = await exclusiveGateway('postgres');
    db = openServer(gateway.installation);
  });
  after(async () => {
    await db?.close();
    await gateway?.release();
  });

  const operate = (method: string, path: string, body?: unknown): Promise<Reply> =>
    gateway.call(method, path, { token: gateway.adminKey, body });

  /** The rows of one request, in their order. */
  async function rowsOf(reply: Reply): Promise<(AuditedRow & { readonly action: Json })[]> {
    const trace = reply.headers.get('x-trace-id') ?? '';
    const rows = await runSql<AuditedRow>(
      db,
      `select reason, merchant_id as "merchantId", subject_id as "subjectId", details
       from audit_log where details like '%' || $1 || '%' order by chain_no, seq`,
      [trace],
    );
    return rows.map((row) => ({ ...row, action: JSON.parse(row.details) as Json }));
  }
  const lastOf = async (reply: Reply) => {
    assert.equal(reply.status, 200, reply.text);
    const [begun, done] = await rowsOf(reply);
    assert.deepEqual([begun?.action['step'], done?.action['step']], ['BEGUN', 'DONE']);
    return { begun: begun?.action ?? {}, ...done, action: done?.action ?? {} };
  };

  test('only two POSTs of the operator change nothing', () => {
    const reading = referenceEndpoints().filter(({ onlyReads }) => onlyReads);
    assert.deepEqual(
      reading.map(({ method, path }) => `${method} ${path}`),
      ['POST /v1/admin/merchants/{merchantId}/routes/explain', 'POST /v1/admin/bins/find'],
    );
    assert.ok(writing.length >= 24, `${writing.length} routes`);
  });

  for (const { method, path, ...endpoint } of writing) {
    test(`${method} ${path} has a row before and one after`, async () => {
      const { row, body, merchantId = '10000001' } = expectations[`${method} ${path}`] ?? {};
      assert.ok(row, 'expected-access.ts has an example of every endpoint');
      const address = path
        .replace('{merchantId}', merchantId)
        .replace(/\{\w+\}/g, () => randomUUID());
      const reply = await operate(method, address, body?.() ?? (endpoint.body ? {} : undefined));
      assert.equal(reply.status, row.operator, reply.text);
      const rows = await rowsOf(reply);
      const end = reply.status === 200 ? 'DONE' : 'REFUSED';
      assert.deepEqual(
        rows.map(({ reason, action }) => [reason, action['step'], action['address']]),
        [
          [endpoint.action?.name, 'BEGUN', '127.0.0.1'],
          [endpoint.action?.name, end, '127.0.0.1'],
        ],
      );
      if (end === 'DONE') assert.notEqual(rows[1]?.action['after'], undefined);
      else assert.equal(rows[1]?.action['refusal'], reply.body['code']);
    });
  }

  test('a change shows the settings before and after', async () => {
    const { merchantId } = await gateway.addMerchant({ holdDays: 7 });
    const body = { status: 'SUSPENDED', settings: { holdDays: 9 } };
    const reply = await operate('PATCH', `/v1/admin/merchants/${merchantId}`, body);
    const row = await lastOf(reply);
    assert.deepEqual(row.begun['request'], body);
    const shown = (view: unknown) => {
      const { status, settings } = view as Json;
      return [status, (settings as Json)['holdDays']];
    };
    assert.deepEqual(shown(row.action['before']), ['ACTIVE', 7]);
    assert.deepEqual(shown(row.action['after']), ['SUSPENDED', 9]);
    assert.deepEqual([row.merchantId, row.subjectId], [merchantId, merchantId]);
  });

  test('a rolled secret shows the ids of the secrets, and no secret is in the log', async () => {
    const merchantId = '30000077';
    const added = await operate('POST', '/v1/admin/merchants', { merchantId });
    const path = `/v1/admin/merchants/${merchantId}/secrets`;
    const api = await operate('POST', path, { kind: 'API', dropOld: true });
    const rolled = await operate('POST', path, { kind: 'NOTIFICATION' });
    const idsOf = (view: unknown, name: string) =>
      ((view as Json)[name] as Json[]).map(({ id }) => id);
    const { action } = await lastOf(api);
    const created = added.body['merchant'];
    assert.deepEqual(idsOf(action['before'], 'secrets'), idsOf(created, 'secrets'));
    const after = (action['after'] as Json)['merchant'];
    assert.deepEqual(idsOf(after, 'secrets'), idsOf(api.body['merchant'], 'secrets'));
    const imported = expectations['POST /v1/admin/wallets/credentials/import']?.body?.() ?? {};
    await lastOf(await operate('POST', '/v1/admin/wallets/credentials/import', imported));
    const preview = await operate('POST', `/v1/admin/merchants/${merchantId}/page-preview`);
    await lastOf(preview);
    const secrets = [
      added.body['apiSecret'],
      added.body['notificationSecret'],
      api.body['apiSecret'],
      rolled.body['notificationSecret'],
      preview.body['url'],
      ...String(imported['privateKey']).split('\n').slice(1, -2),
    ];
    const all = await runSql<{ details: string }>(
      db,
      'select details from audit_log where details is not null',
    );
    const text = all.map(({ details }) => details).join('\n');
    for (const secret of secrets) {
      assert.ok(typeof secret === 'string' && secret.length > 10);
      assert.ok(!text.includes(secret));
    }
  });

  test('keys, credentials and items show what they were before', async () => {
    const first = await operate('POST', '/v1/admin/keys/rotate');
    const second = await lastOf(await operate('POST', '/v1/admin/keys/rotate'));
    assert.deepEqual(second.action['before'], { keyId: first.body['keyId'] });
    assert.equal(second.merchantId, '-');
    const credentials = '/v1/admin/wallets/credentials';
    const body = { kind: 'GPAY_ENCRYPTION', name: 'Audited' };
    const credentialId = String((await operate('POST', credentials, body)).body['credentialId']);
    const removed = await operate('POST', `${credentials}/${credentialId}/remove`);
    const { action, subjectId } = await lastOf(removed);
    const states = [action['before'], action['after']].map((view) => (view as Json)['state']);
    assert.deepEqual([subjectId, states], [credentialId, ['ACTIVE', 'REMOVED']]);
  });

  test('what concerns no merchant is listed, and the log is correct', async () => {
    const { body } = await operate('GET', '/v1/admin/audit?merchantId=-');
    const rows = body['uses'] as Json[];
    const rotated = rows.filter(({ reason }) => reason === 'ROTATE_SIGNING_KEY').at(-1);
    assert.equal((rotated?.['action'] as Json)['step'], 'DONE');
    const fees = await operate('GET', '/v1/admin/audit?merchantId=*');
    assert.ok((fees.body['uses'] as Json[]).some(({ reason }) => reason === 'ADD_FEE_RULE'));
    const verified = await operate('GET', '/v1/admin/audit/verify');
    assert.equal(verified.body['violation'], undefined, verified.text);
    await assert.rejects(runSql(db, `update audit_log set details = '{}' where seq = 1`));
  });
});
