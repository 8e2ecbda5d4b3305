// Sends requests to a running gateway and keeps some of them, with their answers, as the examples
// of the documentation.
import assert from 'node:assert/strict';
import type { Example, Examples } from '@bramka/gateway/docs/examples.ts';
import type { Json, Reply } from '../support/client.ts';
import type { Gateway } from '../support/gateway.ts';
import { stableValues, type StableValues } from './stable-values.ts';

export interface Request {
  /** The case it shows; absent: the usual one, which comes first. */
  readonly when?: string;
  /** Values for `{name}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Sent as JSON, or as it is when it is a text. */
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status it must be answered with; absent: 200. */
  readonly status?: number;
  /** The code of the refusal; its status is that of the answer. */
  readonly refusedWith?: string;
  /** Shows only so many entries of lists. */
  readonly first?: number;
}

export interface Recorder {
  readonly gateway: Gateway;
  readonly stable: StableValues;
  /** Sends without keeping an example. */
  send<Body = Json>(method: string, path: string, request?: Request): Promise<Reply<Body>>;
  record<Body = Json>(method: string, path: string, request?: Request): Promise<Reply<Body>>;
  /** Keeps a request that was sent by other means. */
  keep(method: string, path: string, request: Request, reply: Reply<unknown>): void;
  examples(): Examples;
}

export function recorder(gateway: Gateway, otherOrigins: readonly string[]): Recorder {
  const kept: Record<string, Example[]> = {};
  const stable = stableValues([gateway.url, ...otherOrigins]);
  const self: Recorder = {
    gateway,
    stable,
    async send<Body>(method: string, path: string, request: Request = {}) {
      const { token, body, form, headers = {} } = request;
      const formType = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await gateway.call<Body>(method, filled(path, request), {
        ...(token === undefined ? {} : { token }),
        ...(form ? { body: new URLSearchParams(form).toString() } : { body }),
        headers: form ? { ...formType, ...headers } : headers,
      });
      assertExpected(`${method} ${path}`, request, reply);
      return reply;
    },
    async record<Body>(method: string, path: string, request: Request = {}) {
      const reply = await self.send<Body>(method, path, request);
      self.keep(method, path, request, reply);
      return reply;
    },
    keep(method, path, request, reply) {
      const operation = `${method} ${path}`;
      const { when, query, body, form, first } = request;
      const list = (kept[operation] ??= []);
      const isUsual = when === undefined;
      assert.equal(isUsual, list.length === 0, `${operation}: the usual case comes first, once`);
      assert.ok(!list.some((one) => one.when === when), `${operation}: ${when} is there twice`);
      const answer = first === undefined ? reply.body : shortened(reply.body, first);
      const context = `${operation} ${when ?? ''}`;
      const example = {
        ...(isUsual ? {} : { when }),
        ...(query ? { query: stable.replace(`${context} query`, query) } : {}),
        ...(body === undefined ? {} : { body: stable.replace(`${context} body`, body) }),
        ...(form ? { form: stable.replace(`${context} form`, form) } : {}),
        status: reply.status,
        ...(answer === undefined ? {} : { answer: stable.replace(context, answer) }),
        ...(first === undefined ? {} : { isShortened: true }),
      };
      list.push(example as Example);
    },
    examples: () => kept,
  };
  return self;
}

function filled(path: string, { params = {}, query }: Request): string {
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    assert.ok(value !== undefined, `${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
  return query ? `${address}?${new URLSearchParams(query).toString()}` : address;
}

function assertExpected(operation: string, request: Request, reply: Reply<unknown>): void {
  const { refusedWith, status = 200 } = request;
  if (refusedWith === undefined) {
    return assert.equal(reply.status, status, `${operation}: ${reply.text}`);
  }
  const { code } = (reply.body ?? {}) as { code?: string };
  assert.equal(code, refusedWith, `${operation}: ${reply.text}`);
}

/** The value with the first entries of every list that is longer. */
function shortened(value: unknown, first: number): unknown {
  if (Array.isArray(value)) return value.slice(0, first).map((one) => shortened(one, first));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, shortened(inner, first)]);
  return Object.fromEntries(fields) as unknown;
}
