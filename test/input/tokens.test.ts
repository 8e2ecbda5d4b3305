// Invalid tokens and credentials: 401 on every protected route. Objects of another merchant are
// answered exactly like ones that do not exist.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { deriveKey, unseal } from '@bramka/gateway/core/seal.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { encryptionByKey } from '@bramka/gateway/storage/keys/key-encryption.ts';
import { contextOf } from '@bramka/gateway/storage/keys/keyring.ts';
import { pathOf, send, startTarget, validBody, type Target } from '../support/attack.ts';
import { assertHealthy } from '../support/attack.ts';
import type { Json, Reply } from '../support/client.ts';
import { skipOn } from '../support/installation.ts';
import { assertErrorReply, type ApiOperation } from '../support/reply-check.ts';
import { rowsOf } from '../support/tables.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

const guarded = (): ApiOperation[] => target.operations.filter((one) => !one.isOpen);

const call = (operation: ApiOperation, headers: Record<string, string>): Promise<Reply> =>
  target.gateway.call(operation.method, pathOf(target, operation), {
    headers,
    ...(operation.body ? { body: validBody(operation) } : {}),
  });

async function assertUnauthorized(headers: Record<string, string>, about: string): Promise<void> {
  for (const operation of guarded()) {
    const reply = await call(operation, headers);
    const where = `${about}: ${operation.method} ${operation.path}`;
    assert.equal(reply.status, 401, `${where} ${reply.status} ${reply.text}`);
    assertErrorReply(reply, where);
    assert.equal(reply.headers.get('www-authenticate'), 'Bearer', where);
  }
}

test('without a token, or with an invalid header, every protected route is 401', async () => {
  const { token } = target;
  const headers: Record<string, string>[] = [
    {},
    '',
    'Bearer',
    'Bearer ',
    'Basic Zm9vOmJhcg==',
    token,
    `Token ${token}`,
    `Bearer${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
    `Bearer "${token}"`,
    `Bearer ${token}, ${token}`,
    `Bearer ${'a'.repeat(4000)}`,
    `Bearer ${'a'.repeat(9000)}`,
    'Bearer null',
    'Bearer \u00e9',
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token}x`,
    `Bearer .${token}`,
    'Bearer ..',
  ].map((one) => (typeof one === 'string' ? { authorization: one } : one));
  for (const one of headers) await assertUnauthorized(one, JSON.stringify(one).slice(0, 80));
});

test('a token in the query, in a cookie or in the body is ignored', async () => {
  const { gateway, token, paymentId } = target;
  const path = `/v1/ecommerce/payment/${paymentId}?access_token=${token}&token=${token}`;
  const reply = await gateway.call('GET', path, { headers: { cookie: `access_token=${token}` } });
  assert.equal(reply.status, 401);
});

test("merchants and the operator cannot use each other's routes", async () => {
  const { gateway, token } = target;
  for (const operation of guarded()) {
    const wrong = operation.isForOperator ? token : gateway.adminKey;
    const reply = await call(operation, { authorization: `Bearer ${wrong}` });
    assert.equal(reply.status, 401, `${operation.path} ${reply.text}`);
  }
});

test('wrong MID and wrong secret get the same answer', async () => {
  const good = { merchantId: '10000001', secret: 'sandbox-secret-10000001' };
  const attempts = [
    { ...good, secret: 'wrong' },
    { ...good, secret: `${good.secret} ` },
    { ...good, secret: good.secret.toUpperCase() },
    { ...good, secret: 'notify-secret-10000001' },
    { ...good, merchantId: '10000002' },
    { ...good, merchantId: '99999999' },
    { ...good, merchantId: ' 10000001' },
    { ...good, merchantId: "10000001' or '1'='1" },
    { ...good, merchantId: '%' },
  ];
  const bodies = new Set<string>();
  for (const { merchantId, secret: given } of attempts) {
    const body = { merchant: { merchantId }, secret: given };
    const reply = await target.gateway.call('POST', '/v1/ecommerce/auth', { body });
    assert.equal(reply.status, 401, `${merchantId} ${reply.text}`);
    assertErrorReply(reply);
    bodies.add(JSON.stringify({ ...reply.body, traceId: '' }));
  }
  assert.equal(bodies.size, 1, [...bodies].join('\n'));
});

test('a payment of another merchant is answered like one that does not exist', async () => {
  const { gateway, paymentId } = target;
  const token = await gateway.authenticate('10000002');
  const unknownId = `${paymentId.slice(0, -4)}ffff`;
  const operations = guarded().filter((one) => one.path.includes('{paymentId}'));
  assert.ok(operations.length >= 3);
  for (const operation of operations) {
    const ask = (id: string): Promise<Reply<unknown>> =>
      send({ ...target, token, paymentId: id }, operation, bodyOf(operation));
    const [foreign, unknown] = [await ask(paymentId), await ask(unknownId)];
    const about = `${operation.method} ${operation.path} ${foreign.text}`;
    assert.equal(foreign.status, 404, about);
    assert.equal(unknown.status, 404, unknown.text);
    assert.deepEqual(visible(foreign), visible(unknown), about);
  }
  const own = await gateway.statusOf(target.token, paymentId);
  assert.equal(own['status'], 'COMPLETED', 'and it is unchanged');
});

test('only tokens exactly as issued are accepted', { skip: skipOn('postgres') }, async () => {
  const keys = await signingKeys();
  const [head, claims] = [0, 1].map((at) => decoded(target.token, at)) as [Json, Json];
  const key = keys.get(head['kid'] as string) as Buffer;
  const now = Math.floor(Date.now() / 1000);
  const control = signed({ ...head }, { ...claims, jti: 'forged' }, key);
  const status = await target.gateway.call('GET', `/v1/ecommerce/payment/${target.paymentId}`, {
    token: control,
  });
  assert.equal(status.status, 200, 'the forgery is perfect: only what is changed below tells');

  const { kid: _kid, ...noKid } = head;
  const without = (name: string): Json =>
    Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name));
  const parts = target.token.split('.');
  const forged: Record<string, string> = {
    expired: signed(head, { ...claims, iat: now - 100, exp: now - 1 }, key),
    'without expiry': signed(head, without('exp'), key),
    'without subject': signed(head, without('sub'), key),
    'without id': signed(head, without('jti'), key),
    'of an unknown merchant': signed(head, { ...claims, sub: '99999999' }, key),
    'of no merchant': signed(head, { ...claims, sub: { $gt: '' } }, key),
    'of another issuer': signed(head, { ...claims, iss: 'else' }, key),
    'for another audience': signed(head, { ...claims, aud: 'else' }, key),
    'of production': signed(head, { ...claims, env: 'production' }, key),
    'of no environment': signed(head, without('env'), key),
    'of another type': signed(head, { ...claims, typ: 'ADMIN' }, key),
    'not valid yet': signed(head, { ...claims, nbf: now + 3600 }, key),
    'without signature': signed({ ...head, alg: 'none' }, claims, key, ''),
    'with alg none': signed({ ...head, alg: 'none' }, claims, key),
    'with alg HS512': signed({ ...head, alg: 'HS512' }, claims, key, undefined, 'sha512'),
    'with alg RS256': signed({ ...head, alg: 'RS256' }, claims, key),
    'with crit': signed({ ...head, crit: ['x'], x: 1 }, claims, key),
    'with jku': signed({ ...noKid, jku: 'http://127.0.0.1:9/keys' }, claims, key),
    'without key id': signed(noKid, claims, key),
    'with an unknown key id': signed({ ...head, kid: 'x' }, claims, key),
    'with an odd key id': signed({ ...head, kid: { toString: 1 } }, claims, key),
    'signed with another key': signed(head, claims, randomBytes(32)),
    'signed with an empty key': signed(head, claims, Buffer.alloc(0)),
    'with other claims': `${parts[0]}.${part({ ...claims, sub: '10000002' })}.${parts[2]}`,
    'that is too long': signed(head, { ...claims, extra: 'x'.repeat(3000) }, key),
    'with one letter changed': flipped(target.token),
    'of two parts': `${parts[0]}.${parts[1]}`,
    'of four parts': `${target.token}.x`,
    'of no JSON': `${Buffer.from('{').toString('base64url')}.e30.x`,
  };
  const merchantRoutes = guarded().filter((one) => !one.isForOperator);
  for (const [what, token] of Object.entries(forged)) {
    for (const operation of merchantRoutes) {
      const reply = await call(operation, { authorization: `Bearer ${token}` });
      const about = `a token ${what} at ${operation.path}: ${reply.status} ${reply.text}`;
      assert.equal(reply.status, 401, about);
      assertErrorReply(reply, about);
      const wanted = what === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID';
      assert.equal(reply.body['code'], wanted, about);
    }
  }
});

test('a token of another installation is refused', async () => {
  const otherTarget = await startTarget();
  const reply = await target.gateway.payByCard({ token: otherTarget.token });
  assert.equal(reply.status, 401);
  await otherTarget.gateway.release();
});

function bodyOf(operation: ApiOperation): unknown {
  return operation.body ? validBody(operation) : undefined;
}

function visible(reply: Reply<unknown>): unknown {
  const names = [...reply.headers.keys()].filter((name) => !/^(date|x-trace-id)$/.test(name));
  return { ...(reply.body as Json), traceId: '', names };
}

async function signingKeys(): Promise<Map<string, Buffer>> {
  const { installation } = target.gateway;
  const rows = await rowsOf<{ id: string; sealed: Uint8Array }>(
    installation,
    'select key_id as id, sealed_key as sealed from signing_keys',
  );
  const [root] = await rowsOf<{ version: number; wrapped: Uint8Array }>(
    installation,
    `select key_version as version, wrapped_key as wrapped from root_keys
     order by key_version desc limit 1`,
  );
  const master = secret(Buffer.from(installation.masterKey, 'base64'));
  const { version, wrapped } = root ?? assert.fail('no root key');
  const context = contextOf(version);
  const key = secret(await encryptionByKey(master, systemRandom).unwrap(wrapped, context));
  const sealingKey = deriveKey(key, 'signing keys');
  return new Map(
    rows.map(({ id, sealed }) => {
      return [id, unseal(sealingKey, sealed, `1|signing_keys|${id}|sealed_key`)];
    }),
  );
}

function decoded(token: string, at: number): Json {
  const text = Buffer.from(token.split('.')[at] ?? '', 'base64url').toString();
  return JSON.parse(text) as Json;
}

function part(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signed(
  head: Json,
  claims: Json,
  key: Buffer,
  signature?: string,
  hash = 'sha256',
): string {
  const text = `${part(head)}.${part(claims)}`;
  return `${text}.${signature ?? createHmac(hash, key).update(text).digest('base64url')}`;
}

/** A letter in the middle of the signature: the last one may contain unused bits. */
function flipped(token: string): string {
  const at = token.lastIndexOf('.') + 5;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
