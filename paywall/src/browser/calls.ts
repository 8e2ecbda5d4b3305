// Calls of the merchant API with the CLIENT token. The token comes from the link by POST, stays in
// this script, and is fetched again when it has expired.

import type { ReadAnswer } from '../page/load-facts.ts';
import type { GatewayClock } from './gateway-clock.ts';

export type Calls = ReturnType<typeof createCalls>;

/** There was no answer: the request may or may not have arrived. */
export class NoAnswer extends Error {}

const BASE = '/v1/ecommerce';
const TIME_LIMIT_MS = 40_000;

/** `setTime` gets the header Date of the gateway's answers. */
export function createCalls(link: string, setTime: GatewayClock['setTime']) {
  let token: Promise<string | null> | undefined;

  async function call(path: string, init: RequestInit, hasTried = false): Promise<ReadAnswer> {
    token ??= exchange(link, setTime);
    const clientToken = await token.catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    if (clientToken === null) {
      token = undefined;
      return { status: 404, body: null };
    }
    const headers = { ...init.headers, authorization: `Bearer ${clientToken}` };
    const answer = await request(`${BASE}${path}`, { ...init, headers }, setTime);
    if (answer.status !== 401 || hasTried) return answer;
    token = undefined;
    return call(path, init, true);
  }

  return {
    read: (path: string) => call(path, { method: 'GET' }),
    send: (
      method: 'PUT' | 'PATCH' | 'POST',
      path: string,
      body: unknown,
      idempotencyKey?: string,
    ) =>
      call(path, {
        method,
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      }),
  };
}

/** Null: the link is no longer valid. */
async function exchange(link: string, setTime: GatewayClock['setTime']): Promise<string | null> {
  const init = {
    method: 'POST',
    body: JSON.stringify({ link }),
    headers: { 'content-type': 'application/json' },
  };
  const answer = await request(`${BASE}/payment/link`, init, setTime);
  if (answer.status === 404) return null;
  const { clientToken } = (answer.body ?? {}) as { readonly clientToken?: string };
  if (clientToken === undefined) throw new NoAnswer();
  return clientToken;
}

async function request(
  url: string,
  init: RequestInit,
  setTime: GatewayClock['setTime'],
): Promise<ReadAnswer> {
  try {
    const answer = await fetch(url, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    // Errors may come from a proxy with a clock of its own.
    if (answer.ok) setTime(answer.headers.get('date'));
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  } catch (error) {
    throw new NoAnswer('No answer', { cause: error });
  }
}
