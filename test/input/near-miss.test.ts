// Misspelt field names over HTTP: every field of every request body, misspelt by case or letter, is
// refused with the right name, nothing is charged, and other unknown names are ignored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import { assertHealthy, send, startTarget, validBody, type Target } from '../support/attack.ts';
import { assertErrorReply, type Schema } from '../support/reply-check.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

const unchecked = ['customer', 'merchant', 'agent', 'consents'];
/** Its messages are those of 3-D Secure. */
const foreign = /^\/v1\/ecommerce\/notifications\//;

/** The path of every field of the schema. */
function pathsOf(schema: Schema, at: readonly string[] = []): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    [...at, name],
    ...(unchecked.includes(name) ? [] : pathsOf(inner, [...at, name])),
    ...(inner.items ? pathsOf(inner.items, [...at, name, '0']) : []),
  ]);
}

/** A body with only the misspelt field. */
function holding(path: readonly string[], misspelt: string): unknown {
  const [first = '', ...rest] = path;
  if (first === '0') return [holding(rest, misspelt)];
  return rest.length === 0 ? { [misspelt]: 'x' } : { [first]: holding(rest, misspelt) };
}

const dotted = (path: readonly string[]): string => path.join('.').replaceAll('.0', '[0]');

function misspellings(name: string): string[] {
  const swapped = name.slice(0, -2) + (name.at(-1) ?? '') + (name.at(-2) ?? '');
  const upper = name.toUpperCase();
  return [upper === name ? name.toLowerCase() : upper, ...(name.length > 3 ? [swapped] : [])];
}

/** A field of a bare body is named as in a wrapped one: `instrument.cvv`. */
function ownerOf(address: string, [first = '']: string[], paths: readonly string[][]): string[] {
  if (!address.endsWith('/instrument')) return [];
  const parts = ['instrument', 'device'];
  if (parts.includes(first)) return [];
  return parts.filter((part) => paths.some(([at, name]) => at === part && name === first));
}

test('every field of every body, misspelt, is 400 with the right name', async () => {
  let count = 0;
  for (const operation of target.operations) {
    if (!operation.body || foreign.test(operation.path)) continue;
    const paths = pathsOf(operation.body.schema);
    for (const path of paths) {
      const name = path.at(-1) ?? '';
      const siblings = paths.filter(
        (one) => dotted(one.slice(0, -1)) === dotted(path.slice(0, -1)),
      );
      for (const wrong of misspellings(name)) {
        if (siblings.some((one) => one.at(-1) === wrong)) continue;
        const reply = await send(target, operation, holding(path, wrong));
        const owner = ownerOf(operation.path, path, paths);
        const field = dotted([...owner, ...path.slice(0, -1), wrong]);
        const message = `is not a known field; did you mean ${dotted([...owner, ...path])}?`;
        const about = `${operation.method} ${operation.path} ${field}`;
        assert.equal(reply.status, 400, `${about} ${reply.text}`);
        assertErrorReply(reply, about);
        const body = reply.body as Json;
        assert.equal(body['code'], 'INVALID_REQUEST', about);
        assert.equal(body['message'], `${field} ${message}`, about);
        assert.deepEqual(body['details'], [{ field, message }], about);
        count += 1;
      }
    }
  }
  assert.ok(count > 300, `${count} fields were tried`);
});

const create = (body: unknown): Promise<Reply> =>
  target.gateway.call('POST', '/v1/ecommerce/payment', { token: target.token, body });

test('options.transkind PREAUTH creates no payment', async () => {
  const request = cardRequest({ extra: { options: { transkind: 'PREAUTH' } } });
  const reply = await create(request);
  assert.equal(reply.status, 400, reply.text);
  const { extOrderId } = request['order'] as Json;
  const searched = await target.gateway.call('POST', '/v1/ecommerce/payment/search', {
    token: target.token,
    body: { extOrderId },
  });
  assert.deepEqual(searched.body, []);
});

test('a capture with a misspelt amount captures nothing', async () => {
  const { gateway, token } = target;
  const made = await gateway.payByCard({ token, transKind: 'PREAUTH' });
  const paymentId = made.body['paymentId'] as string;
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  for (const wrong of ['Amount', 'amuont', 'ammount']) {
    const path = `/v1/ecommerce/payment/${paymentId}/capture`;
    const reply = await gateway.call('POST', path, { token, body: { [wrong]: 1 } });
    assert.equal(reply.status, 400, reply.text);
  }
  const charges = await gateway.chargesOf(paymentId);
  assert.deepEqual(
    charges.map(({ verb }) => verb),
    ['authorize'],
  );
});

test('the names that other gateways use for the security code are refused', async () => {
  for (const name of ['cvc', 'cvv2', 'securityCode']) {
    const request = cardRequest();
    const { cvv, ...instrument } = request['instrument'] as Json;
    const reply = await create({ ...request, instrument: { ...instrument, [name]: cvv } });
    assert.equal(reply.status, 400, reply.text);
    const message = 'is not a known field; did you mean instrument.cvv?';
    assert.deepEqual(reply.body['details'], [{ field: `instrument.${name}`, message }]);
  }
});

test('other unknown names are ignored at every level', async () => {
  const base = cardRequest();
  const reply = await create({
    ...base,
    id: 1,
    metadata: { transkind: 'PREAUTH' },
    customer: { Email: 'a', fristName: 'b' },
    merchant: { redirectUrl: 1 },
    options: { colour: 'red', cardholderPresent: true },
    order: { ...(base['order'] as Json), items: [], id: 7, vat: 23 },
    instrument: { ...(base['instrument'] as Json), brand: 'VISA', cvd: '1', apps: [] },
    device: { id: 'x', type: 'phone', browserData: { plugins: 3 } },
  });
  assert.equal(reply.status, 200, reply.text);
});

test('a misspelt name with the value null counts as absent', async () => {
  const reply = await create(cardRequest({ extra: { options: { transkind: null } } }));
  assert.equal(reply.status, 200, reply.text);
});

test('a body without a misspelt name is accepted', async () => {
  for (const operation of target.operations.filter(({ body }) => body !== undefined)) {
    const reply = await send(target, operation, validBody(operation));
    assert.doesNotMatch(reply.text, /did you mean/, `${operation.method} ${operation.path}`);
  }
});
