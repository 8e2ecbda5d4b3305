// Unknown names of the operator over HTTP: on every endpoint of the operator API a field that does
// not exist, or stands in the wrong place, is refused, in bodies at every depth and in queries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendTo, startTarget, type Target } from '../support/attack.ts';
import type { Json, Reply } from '../support/client.ts';
import { assertErrorReply, type ApiOperation, type Schema } from '../support/reply-check.ts';

let target: Target;
let operations: readonly ApiOperation[];
before(async () => {
  target = await startTarget();
  operations = target.operations.filter(({ isForOperator }) => isForOperator);
});
after(async () => {
  await target.gateway.release();
});

const NAME = 'shoeSize';

/**
 * The path of every object of the schema, itself first; not of those whose names a provider
 * decides (journeys/provider-credentials-api.test.ts).
 */
function objectsIn(schema: Schema, at: readonly string[] = []): string[][] {
  if (schema.items) return objectsIn(schema.items, [...at, '0']);
  if (!schema.properties && !schema.patternProperties) return [];
  if (schema.patternProperties?.['^.*$']) return [];
  const inner = Object.entries(schema.properties ?? {});
  return [[...at], ...inner.flatMap(([name, field]) => objectsIn(field, [...at, name]))];
}

/** A body with only the unknown field, in the object at this path. */
function holding(path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return { [NAME]: 'x' };
  return first === '0' ? [holding(rest)] : { [first]: holding(rest) };
}

function assertRefused(reply: Reply<unknown>, field: string, about: string, hint = ''): void {
  assert.equal(reply.status, 400, `${about} ${reply.text}`);
  assertErrorReply(reply, about);
  const { code, details } = reply.body as Json;
  assert.equal(code, 'INVALID_REQUEST', about);
  assert.deepEqual(details, [{ field, message: `is not a known field${hint}` }], about);
}

test('an unknown field in any object of any body is refused', async () => {
  let nested = 0;
  for (const operation of operations) {
    if (operation.method === 'GET') continue;
    for (const path of objectsIn(operation.body?.schema ?? { properties: {} })) {
      const field = [...path, NAME].join('.').replaceAll('.0', '[0]');
      const about = `${operation.method} ${operation.path} ${field}`;
      assertRefused(await sendTo(target, operation, '', holding(path)), field, about);
      nested += Number(path.length > 0);
    }
  }
  assert.ok(nested > 10, `${nested} objects inside bodies were tried`);
});

test('an unknown name in any query is refused', async () => {
  for (const operation of operations) {
    const body = operation.method === 'GET' ? undefined : {};
    const about = `${operation.method} ${operation.path}`;
    assertRefused(await sendTo(target, operation, `?${NAME}=x`, body), NAME, about);
  }
  assert.ok(operations.length > 40);
});

const path = (): string => `/v1/admin/merchants/${target.victimId}`;

function patch(body: unknown): Promise<Reply> {
  return target.gateway.call('PATCH', path(), { token: target.gateway.adminKey, body });
}

test('a setting beside settings is refused with its place, and nothing changes', async () => {
  const { gateway, victimId } = target;
  const token = gateway.adminKey;
  const before = await gateway.call('GET', path(), { token });
  const misplaced = { submerchants: [victimId], settings: { holdDays: 9 } };
  const hint = '; did you mean settings.submerchants?';
  assertRefused(await patch(misplaced), 'submerchants', 'PATCH', hint);
  const deeper = { settings: { afterDays: 3 } };
  const hintBelow = '; did you mean settings.settlement.afterDays?';
  assertRefused(await patch(deeper), 'settings.afterDays', 'PATCH', hintBelow);
  assert.deepEqual((await gateway.call('GET', path(), { token })).body, before.body);
});

test('a key that is no currency is refused', async () => {
  const body = { settings: { sca: { lowValueLimits: { EUR: '10.00', euro: '1.00' } } } };
  assertRefused(await patch(body), 'settings.sca.lowValueLimits.euro', 'PATCH');
});

test('a name that may be a card number or a secret is not repeated', async () => {
  for (const name of ['4917110010000009', 'x4917110010000009', 'a b', 'n'.repeat(41)]) {
    const reply = await patch({ settings: { [name]: 1 } });
    assert.deepEqual(reply.body['details'], [
      { field: 'settings', message: 'has an unknown field' },
    ]);
    assert.ok(!reply.text.includes(name), reply.text);
  }
});

test('agents and submerchants must exist', async () => {
  const { gateway, victimId } = target;
  const token = gateway.adminKey;
  const { merchantId: otherMid } = await gateway.addMerchant();
  const absent = '999999999999999';
  for (const name of ['agents', 'submerchants']) {
    const message = 'must be MIDs of merchants that exist';
    const details = [{ field: `settings.${name}`, message }];
    const refused = await patch({ settings: { holdDays: 3, [name]: [otherMid, absent] } });
    assert.deepEqual([refused.status, refused.body['details']], [400, details]);
    const body = { merchantId: absent, settings: { [name]: ['999999999999998'] } };
    const created = await gateway.call('POST', '/v1/admin/merchants', { token, body });
    assert.deepEqual([created.status, created.body['details']], [400, details]);
    const accepted = await patch({ settings: { [name]: [otherMid, victimId] } });
    assert.equal(accepted.status, 200, accepted.text);
    const settings = accepted.body['settings'] as Json;
    assert.deepEqual([settings[name], settings['holdDays']], [[otherMid, victimId], 30]);
  }
  const absentPath = `/v1/admin/merchants/${absent}`;
  assert.equal((await gateway.call('GET', absentPath, { token })).status, 404);
});
