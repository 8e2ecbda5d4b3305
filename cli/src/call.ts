// One HTTP call of a command to a running gateway. Whatever goes wrong becomes one sentence: the
// gateway's own when it answered, how to start one when nobody did.

import { writeJson } from '@bramka/gateway/core/json.ts';
import { Failure } from './failure.ts';

const TIMEOUT_MS = 30_000;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly bearer?: string;
  readonly body?: unknown;
}

/** The gateway refused; `code` is its code, the message its sentence. */
export class Refused extends Failure {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface ErrorReply {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
  readonly traceId?: string;
}

/** The JSON a gateway answers; the caller says which shape the interface promises. */
export async function call<Reply>(url: string, { path, bearer, ...rest }: Call): Promise<Reply> {
  const headers: Record<string, string> = {};
  if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`;
  if (rest.body !== undefined) headers['content-type'] = 'application/json';
  const response = await send(url, `${url}${path}`, {
    method: rest.method ?? 'GET',
    headers,
    ...(rest.body === undefined ? {} : { body: writeJson(rest.body) }),
  });
  const answer = parsed(await response.text());
  if (response.ok && answer !== undefined) return answer as Reply;
  throw refused(url, response.status, answer as ErrorReply | undefined);
}

async function send(url: string, address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new Failure(`the gateway at ${url} did not answer within ${TIMEOUT_MS / 1000} s`);
    }
    throw new Failure(`no gateway answers at ${url}, start one with \`bramka start\``);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(url: string, status: number, reply: ErrorReply | undefined): Failure {
  if (reply?.code === undefined || reply.message === undefined) {
    return new Failure(`what answers at ${url} is not a Bramka gateway (status ${status})`);
  }
  return new Refused(status, reply.code, sentence(status, reply));
}

/**
 * The message names the first wrong field; the others follow it. A defect is found by its trace.
 */
function sentence(status: number, { message = '', details = [], traceId }: ErrorReply): string {
  const named = details.filter(({ field }) => !message.includes(field));
  const more = named.map(({ field, message: what }) => `${field} ${what}`);
  const trace = status >= 500 && traceId !== undefined ? [`trace id ${traceId}`] : [];
  const extra = [...more, ...trace];
  return extra.length === 0 ? message : `${message.replace(/\.$/, '')} (${extra.join('; ')}).`;
}
