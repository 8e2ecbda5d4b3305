// One HTTP call of a command to a running gateway. Every failure becomes one sentence: that of the
// gateway with its code when it answered, and how to start a gateway when none answered.

import { JsonNumber, writeJson } from '@bramka/gateway/core/json.ts';
import { Failure } from './failure.ts';

const TIMEOUT_MS = 30_000;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly bearer?: string;
  readonly body?: unknown;
  /** The value of the Idempotency-Key header: a repeat with it has no second effect. */
  readonly idempotencyKey?: string;
}

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

/** No answer came: the request may or may not have been processed. */
export class NoAnswer extends Failure {}

interface ErrorReply {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
  readonly traceId?: string;
}

/** Returns the JSON answer of the gateway; the caller names the type that the API promises. */
export async function call<Reply>(url: string, { path, bearer, ...rest }: Call): Promise<Reply> {
  const headers: Record<string, string> = {};
  if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`;
  if (rest.body !== undefined) headers['content-type'] = 'application/json';
  if (rest.idempotencyKey !== undefined) headers['idempotency-key'] = rest.idempotencyKey;
  const response = await send(url, `${url}${path}`, {
    method: rest.method ?? 'GET',
    headers,
    ...(rest.body === undefined ? {} : { body: writeJson(rest.body) }),
  });
  const answer = parseAnswer(response.text);
  if (response.ok && answer !== undefined) return answer as Reply;
  throw refusalOf(url, response.status, answer as ErrorReply | undefined);
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

async function send(url: string, address: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new NoAnswer(`the gateway at ${url} did not answer within ${TIMEOUT_MS / 1000} s`);
    }
    if (isNotConnected(error)) {
      throw new Failure(
        `no gateway answers at ${url}; start one with \`bramka start\`, or name another with --url`,
      );
    }
    throw new NoAnswer(`the connection to the gateway at ${url} was lost`);
  }
}

/** Whether the request cannot have reached a gateway. */
function isNotConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
  return codes.includes(cause?.code ?? '') || !cause?.code;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Amounts such as 10.00 keep the text they were sent with. Undefined when it is not JSON. */
function parseAnswer(text: string): unknown {
  const keepExact: Reviver = (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== String(value)
      ? new JsonNumber(source)
      : value;
  try {
    return JSON.parse(text, keepExact as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

function refusalOf(url: string, status: number, reply: ErrorReply | undefined): Failure {
  if (reply?.code === undefined || reply.message === undefined) {
    if (status >= 500) {
      return new NoAnswer(
        `the gateway at ${url} did not answer: a proxy in front of it, or another program, ` +
          `answered with HTTP status ${status}; try again later`,
      );
    }
    return new Failure(`the server at ${url} is not a Bramka gateway (HTTP status ${status})`);
  }
  return new Refused(status, reply.code, refusalText(status, reply));
}

/** The message names the first wrong field; the other fields, the trace id and the code follow. */
function refusalText(status: number, reply: ErrorReply): string {
  const { code = '', message = '', details = [], traceId } = reply;
  const others = details.filter(({ field }) => !message.includes(field));
  const fields = others.map(({ field, message: problem }) => `${field} ${problem}`);
  const trace = status >= 500 && traceId !== undefined ? [`trace id ${traceId}`] : [];
  return `${message} (${[...fields, ...trace, code].join('; ')})`;
}
