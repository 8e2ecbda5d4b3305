// Calls of a running gateway, as commands make them: with the operations and the transport of
// @bramka/client. A failed call throws one sentence: that of the gateway with its code when it
// answered, and how to start a gateway when none answered.

import { buildCalls } from '@bramka/client/src/calls/build-calls.ts';
import { call, type CallSettings } from '@bramka/client/src/calls/call.ts';
import type { Operation, OperationCall } from '@bramka/client/src/calls/operation.ts';
import type { CallOptions, ClientError, RefusedError, Result } from '@bramka/client/src/result.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import { Failure } from '../failure.ts';

/** The gateway refused the request; `code` is its refusal code. */
export class Refused extends Failure {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The calls of a client, which return the value of the answer or throw. */
export type Throwing<Calls> = {
  readonly [Group in keyof Calls]: {
    readonly [Name in keyof Calls[Group]]: Calls[Group][Name] extends (
      ...values: infer Values
    ) => Promise<Result<infer Value>>
      ? (...values: Values) => Promise<Value>
      : never;
  };
};

/** Commands do not repeat calls by themselves, and gateways are also in private networks. */
export const connection = { maxRetries: 0, allowHttp: true } as const;

/** `Calls` is the interface that was generated with the operations. */
export function throwingCalls<Calls>(
  operations: Readonly<Record<string, Operation>>,
  settings: CallSettings,
): Throwing<Calls> {
  return buildCalls<Throwing<Calls>>(operations, (one, options) =>
    callOrThrow(one, settings, options),
  );
}

export async function callOrThrow<Value>(
  one: OperationCall,
  settings: CallSettings,
  options: CallOptions = {},
): Promise<Value> {
  const value = valueOf(await call<Value>(one, options, settings), settings.baseUrl);
  const { amounts } = one.operation;
  return amounts === undefined ? value : (withAmounts(value, new Set(amounts.split(' '))) as Value);
}

export function valueOf<Value>(result: Result<Value>, url: string): Value {
  if (result.ok) return result.value;
  throw failureOf(result.error, url);
}

/** An amount of an answer: a text, which is printed as the same number in JSON. */
class ExactAmount extends String {
  toJSON(): unknown {
    return exactNumber(this.toString());
  }
}

function withAmounts(value: unknown, amounts: ReadonlySet<string>, path = ''): unknown {
  if (typeof value === 'string') return amounts.has(path) ? new ExactAmount(value) : value;
  if (Array.isArray(value)) return value.map((entry) => withAmounts(entry, amounts, path));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    return [name, withAmounts(inner, amounts, path === '' ? name : `${path}.${name}`)] as const;
  });
  return Object.fromEntries(members);
}

export function failureOf(error: ClientError, url: string): Failure {
  const { idempotencyKey: key } = error;
  const advice =
    key !== null && isResultUnknown(error)
      ? '; the request may have been processed: ' +
        `repeat it with --idempotency-key ${key}, which has no second effect`
      : '';
  const text = `${failureText(error, url)}${advice}`;
  return error.kind === 'refused' ? new Refused(error.status, error.code, text) : new Failure(text);
}

/** Without an answer and after a server error the request may have been processed. */
function isResultUnknown(error: ClientError): boolean {
  if (error.kind === 'network') return !isNotConnected(error.cause);
  return 'status' in error ? error.status >= 500 : true;
}

function failureText(error: ClientError, url: string): string {
  switch (error.kind) {
    case 'refused':
      return refusalText(error);
    case 'timeout':
      return `the gateway at ${url} did not answer within ${error.timeoutMs / 1000} s`;
    case 'unexpected':
      return error.status >= 500
        ? `the gateway at ${url} did not answer: a proxy in front of it, or another program, ` +
            `answered with HTTP status ${error.status}; try again later`
        : `the server at ${url} is not a Bramka gateway (HTTP status ${error.status})`;
    case 'aborted':
    case 'network':
      return isNotConnected(error.cause)
        ? `no gateway answers at ${url}; start one with \`bramka start\`, ` +
            'or name another with --url'
        : `the connection to the gateway at ${url} was lost`;
  }
}

/** `fetch` itself refuses some ports, without a code. */
const notConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'bad port',
];

/** Whether the request cannot have reached a gateway. */
function isNotConnected(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: { code?: string; message?: string } };
  return notConnected.includes(cause?.code ?? cause?.message ?? '');
}

/** The message names the first wrong field; the other fields, the trace id and the code follow. */
function refusalText({ status, code, message, fields, traceId }: RefusedError): string {
  const others = fields.filter(({ field }) => !message.includes(field));
  const faults = others.map(({ field, message: problem }) => `${field} ${problem}`);
  const trace = status >= 500 && traceId !== '' ? [`trace id ${traceId}`] : [];
  return `${message} (${[...faults, ...trace, code].join('; ')})`;
}
