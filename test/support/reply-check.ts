// Checks replies against the gateway's own OpenAPI document: every field has the documented type,
// no required field is missing, and no undocumented field is present.
import assert from 'node:assert/strict';
import type { Client, Json, Reply } from './client.ts';

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly isOpen: boolean;
  readonly isForOperator: boolean;
  readonly isIdempotent: boolean;
  /** The refusal codes that the document lists. */
  readonly refusals: readonly string[];
  /** The schema and the example of the body; absent if it has none. */
  readonly body?: { readonly schema: Schema; readonly example: Json };
  readonly reply: Schema;
}

interface Described {
  readonly 'x-refusals': readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: { 'application/json'?: RequestContent } };
  readonly responses: Readonly<Record<string, { content: { 'application/json'?: ReplyContent } }>>;
}

type RequestContent = { schema: Schema; examples?: { usual?: { value: Json } } };
type ReplyContent = { schema: Schema };

/** Every operation of the document. */
export async function operationsOf(client: Client): Promise<ApiOperation[]> {
  const { body } = await client.call<{ paths: Record<string, Record<string, Described>> }>(
    'GET',
    '/openapi.json',
  );
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method, path, described)),
  );
}

function operation(method: string, path: string, described: Described): ApiOperation {
  const content = described.requestBody?.content['application/json'];
  return {
    method: method.toUpperCase(),
    path,
    isOpen: described.security.length === 0,
    isForOperator: described.security.some((scheme) => 'operatorKey' in scheme),
    isIdempotent: described.parameters.some(({ name }) => name === 'Idempotency-Key'),
    refusals: described['x-refusals'],
    ...(content ? { body: { schema: content.schema, example: usualOf(content) } } : {}),
    reply: described.responses['200']?.content['application/json']?.schema ?? {},
  };
}

const usualOf = ({ examples }: RequestContent): Json => examples?.usual?.value ?? {};

/** Fails unless the reply is a success with exactly the documented fields. */
export function assertReplyFits(
  operations: readonly ApiOperation[],
  method: string,
  path: string,
  reply: Reply<unknown>,
): void {
  assert.equal(reply.status, 200, reply.text);
  const found = operations.find((one) => one.method === method && one.path === path);
  assert.ok(found, `${method} ${path} is not in the OpenAPI document`);
  assert.deepEqual(faultsOf(found.reply, reply.body, 'reply'), [], reply.text);
  assertEveryReply(reply);
}

/** Fails unless the reply is an error body with the trace id of its header. */
export function assertErrorReply(reply: Reply<unknown>, about = ''): void {
  const where = `${about} ${reply.status} ${reply.text.slice(0, 500)}`;
  assertEveryReply(reply);
  const body = reply.body as Json | undefined;
  assert.ok(typeof body === 'object' && body !== null, `not an error body: ${where}`);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'details', 'message', 'traceId'], where);
  assert.match(String(body['code']), /^[A-Z][A-Z_]+$/, where);
  assert.ok(typeof body['message'] === 'string' && body['message'].length > 5, where);
  assert.ok(Array.isArray(body['details']), where);
  for (const detail of body['details'] as Json[]) {
    assert.deepEqual(Object.keys(detail).sort(), ['field', 'message'], where);
  }
}

function assertEveryReply(reply: Reply<unknown>): void {
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8', reply.text);
  const traceId = reply.headers.get('x-trace-id');
  assert.ok(traceId, 'the header X-Trace-Id is missing');
  const body = reply.body as { traceId?: string } | undefined;
  // A replayed refusal keeps the trace id of the original call.
  if (body?.traceId !== undefined && !reply.headers.has('idempotency-replayed')) {
    assert.equal(body.traceId, traceId);
  }
}

export function faultsOf(schema: Schema, value: unknown, at: string): string[] {
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is not an enum value`];
  if (schema.anyOf) {
    const fits = schema.anyOf.some((form) => faultsOf(form, value, at).length === 0);
    return fits ? [] : [`${at} matches no alternative`];
  }
  switch (schema.type) {
    case 'object':
      return objectFaults(schema, value, at);
    case 'array':
      if (!Array.isArray(value)) return [`${at} is no array`];
      return value.flatMap((item, index) => faultsOf(schema.items ?? {}, item, `${at}[${index}]`));
    case 'string':
      return typeof value === 'string' ? textFaults(schema, value, at) : [`${at} is no string`];
    case 'integer':
      return Number.isInteger(value) ? boundFaults(schema, value, at) : [`${at} is no integer`];
    case 'number':
      return typeof value === 'number' ? boundFaults(schema, value, at) : [`${at} is no number`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at} is no boolean`];
    default:
      return [];
  }
}

function byPattern({ patternProperties = {} }: Schema, name: string): Schema | undefined {
  return Object.entries(patternProperties).find(([form]) => new RegExp(form, 'u').test(name))?.[1];
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function textFaults(schema: Schema, text: string, at: string): string[] {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  return [
    ...(format === 'date-time' && !isTime(text) ? [`${at} is no time`] : []),
    ...(format === 'uuid' && !UUID.test(text) ? [`${at} is not a uuid`] : []),
    ...(new RegExp(pattern ?? '', 'u').test(text) ? [] : [`${at} does not match ${pattern}`]),
    ...(text.length >= minLength && text.length <= maxLength
      ? []
      : [`${at} is too short or too long`]),
  ];
}

function boundFaults({ minimum = -Infinity, maximum = Infinity }: Schema, of: unknown, at: string) {
  return Number(of) >= minimum && Number(of) <= maximum ? [] : [`${at} is out of range`];
}

function objectFaults(schema: Schema, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${at} is no object`];
  }
  const fields = value as Json;
  const properties = schema.properties ?? {};
  return [
    ...(schema.required ?? []).filter((name) => !(name in fields)).map((n) => `${at}.${n} missing`),
    ...Object.entries(fields).flatMap(([name, inner]) => {
      const of = properties[name] ?? byPattern(schema, name);
      if (!of && schema.additionalProperties === true) return [];
      return of ? faultsOf(of, inner, `${at}.${name}`) : [`${at}.${name} is not documented`];
    }),
  ];
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
