// Requests generated from the OpenAPI document: what it accepts is never refused for its format,
// everything else is 400 and names the field, for every field, header and parameter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Reply } from '../support/client.ts';
import {
  assertHealthy,
  pathOf,
  startTarget,
  tokenFor,
  validBody,
  type Target,
} from '../support/attack.ts';
import {
  accepted,
  fieldsIn,
  refused,
  withValue,
  type BodyField,
  type RequestSchema,
} from '../support/document/values.ts';
import { assertErrorReply, type ApiOperation } from '../support/reply-check.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

/** Requests at the same time: most of the time of one request is spent waiting. */
const AT_ONCE = 8;

const dotted = (path: readonly string[]): string => path.join('.').replaceAll(/\.?\b0\b/g, '[0]');

function send(operation: ApiOperation, body: unknown, headers: Record<string, string> = {}) {
  const token = tokenFor(target, operation);
  return target.gateway.call(operation.method, pathOf(target, operation), { token, body, headers });
}

/**
 * What a schema says of a form. Other sentences are rules that no schema can tell, such as which
 * fields go with which instrument; the descriptions tell them.
 */
const ofSchema: readonly RegExp[] = [
  // PUT instrument takes device data alone, so only other fields make the type required.
  /^(?!instrument\.type ).* is required\.$/,
  / must be (a string|a whole number|a number|true or false|an object|an array)( or a string)?\.$/,
  / must be (one of [A-Z]|at least \d|at most \d)/,
  / must (not be empty|have at (least|most) \d+ (characters|entr))/,
];

/** The problem with the answer to a request that the document accepts, if any. */
function problemWithAccepted(reply: Reply<unknown>): string | undefined {
  if (reply.status !== 400) return undefined;
  const { message } = reply.body as { message: string };
  return ofSchema.some((form) => form.test(message)) ? message : undefined;
}

/** The problem with the answer to a request that the document does not accept, if any. */
function problemWithRefused(reply: Reply<unknown>, field: string): string | undefined {
  if (reply.status !== 400) return `answered ${reply.status} ${reply.text}`;
  assertErrorReply(reply);
  const { details } = reply.body as { details: { field: string }[] };
  // A field of a bare instrument or device is named as in a wrapped one.
  const names = [field, `instrument.${field}`, `device.${field}`];
  const isNamed = details.some((one) =>
    names.some((name) => one.field === name || one.field.startsWith(`${name}[`)),
  );
  return isNamed ? undefined : reply.text;
}

interface Case {
  readonly operation: ApiOperation;
  readonly field: string;
  readonly value: unknown;
  readonly body: unknown;
}

/** Every field of every body with each generated value. */
function casesOf(
  valuesFor: (field: BodyField) => readonly unknown[],
  operations = target.operations,
): Case[] {
  const taking = operations.filter((one) => one.body !== undefined && !isForeign(one));
  return taking.flatMap((operation) => {
    const schema = operation.body?.schema as RequestSchema;
    return fieldsIn(schema).flatMap((field) =>
      valuesFor(field).map((value) => ({
        operation,
        field: dotted(field.path),
        value,
        body: withValue(validBody(operation), schema, field.path, value),
      })),
    );
  });
}

async function assertAll(
  cases: readonly Case[],
  problemWith: (reply: Reply<unknown>, field: string) => string | undefined,
): Promise<void> {
  assert.ok(cases.length > 500, `${cases.length} values were made`);
  const problems: string[] = [];
  const waiting = cases.values();
  const sendInTurn = async (): Promise<void> => {
    // All senders take their cases from the same iterator.
    for (const { operation, field, value, body } of waiting) {
      const problem = problemWith(await send(operation, body), field);
      const shown = String(JSON.stringify(value)).slice(0, 80);
      const about = `${operation.method} ${operation.path} ${field} ${shown}`;
      if (problem !== undefined) problems.push(`${about}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
  assert.deepEqual(problems, []);
}

/** Messages of 3-D Secure and of Autopay have their own answers. */
const isForeign = ({ path }: ApiOperation): boolean =>
  /^(.*\/notifications\/|\/sandbox\/(autopay|directory)\/)/.test(path);

test('every documented value is accepted', () =>
  assertAll(
    casesOf(({ schema }) => accepted(schema)),
    problemWithAccepted,
  ));

test('every other value is 400 and names the field', () =>
  assertAll(
    casesOf(({ schema, required }) =>
      required ? [...refused(schema), undefined] : refused(schema),
    ),
    problemWithRefused,
  ));

test('the sandbox refuses other values in the same way', () =>
  assertAll(
    casesOf(
      ({ schema, required }) => [...refused(schema), ...(required ? [undefined] : [])],
      target.sandboxOperations,
    ),
    problemWithRefused,
  ));

test('the sandbox refuses a missing body and a repeated query parameter', async () => {
  for (const operation of target.sandboxOperations) {
    const { method, path } = operation;
    if (operation.body?.schema.required && !isForeign(operation)) {
      const reply = await send(operation, undefined);
      assert.equal(problemWithRefused(reply, 'body'), undefined, `${method} ${path}`);
    }
  }
  for (const path of ['acquirer/charges?paymentId', 'blik/api/payments?paymentId']) {
    const reply = await target.gateway.call('GET', `/sandbox/${path}=a&paymentId=b`);
    assert.equal(problemWithRefused(reply, 'paymentId'), undefined, path);
  }
});

test('the examples of the Autopay simulator are accepted, other messages are 406', async () => {
  type Form = { examples?: { usual: { value: Record<string, string> } } };
  type Described = {
    parameters: { name: string; in: string; schema: { enum: string[] } }[];
    requestBody?: { content: Record<string, Form> };
  };
  const { body } = await target.gateway.call<{ paths: Record<string, { post?: Described }> }>(
    'GET',
    '/openapi.json',
  );
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const paths = Object.entries(body.paths).filter(([path]) => path.startsWith('/sandbox/autopay/'));
  let sent = 0;
  for (const [path, { post }] of paths) {
    const form = post?.requestBody?.content[formType['content-type']]?.examples?.usual.value;
    const own = (post?.parameters ?? []).filter((one) => one.in === 'header');
    const named = Object.fromEntries(own.map(({ name, schema }) => [name, schema.enum[0] ?? '']));
    if (!form) continue;
    const text = new URLSearchParams(form).toString();
    const call = (headers: Record<string, string>) =>
      target.gateway.call('POST', path, { body: text, headers: { ...formType, ...headers } });
    assert.equal((await call(named)).status, 200, path);
    assert.equal((await call({})).status, 406, path);
    sent += 1;
  }
  assert.equal(sent, 3);
});

test('a position in the audit log that no column can hold is refused', async () => {
  const verify = (query: string) =>
    target.gateway.call('GET', `/v1/admin/audit/verify?${query}`, {
      token: target.gateway.adminKey,
    });
  const digest = 'a'.repeat(64);
  for (const row of ['4977091254', '1000000000']) {
    const reply = await verify(`expect=1.${row}.${digest}`);
    assert.equal(problemWithRefused(reply, 'expect'), undefined, row);
  }
  const last = await verify(`expect=1.999999999.${digest}`);
  assert.deepEqual([last.status, Boolean(last.body['violation'])], [200, true], last.text);
});

test('Idempotency-Key is validated', async () => {
  for (const operation of target.operations.filter(({ isIdempotent }) => isIdempotent)) {
    const about = `${operation.method} ${operation.path}`;
    const body = operation.body ? validBody(operation) : undefined;
    for (const key of ['!', '~'.repeat(255), 'a-b_c.1']) {
      const reply = await send(operation, body, { 'idempotency-key': key });
      assert.notEqual(reply.status, 400, `${about} ${key} ${reply.text}`);
    }
    for (const key of ['a b', 'é', '~'.repeat(256)]) {
      const reply = await send(operation, body, { 'idempotency-key': key });
      assert.equal(problemWithRefused(reply, 'Idempotency-Key'), undefined, `${about} ${key}`);
    }
  }
});

test('path parameters are limited in length', async () => {
  for (const operation of target.operations.filter(({ path }) => path.includes('{'))) {
    const token = tokenFor(target, operation);
    const body = operation.body ? validBody(operation) : undefined;
    const sent = (length: number): Promise<Reply> => {
      const path = operation.path.replace(/\{\w+\}/g, '1'.repeat(length));
      return target.gateway.call(operation.method, path, { token, body });
    };
    const about = `${operation.method} ${operation.path}`;
    const most = operation.path.includes('{merchantId}') ? 15 : 64;
    assert.equal((await sent(most)).status, 404, about);
    assert.equal((await sent(most + 1)).status, 400, about);
    assert.equal((await sent(101)).body['code'], 'ROUTE_NOT_FOUND', about);
  }
});
