// A refusal as the answer of a simulated provider, in the gateway's error format. The server adds
// the trace id, because a provider called in process has none.

import { Refusal, type RefusalCode, type RefusalDetail } from '@bramka/gateway/core/refusals.ts';
import { errorBody } from '@bramka/gateway/http/reply.ts';

export function refusalAnswer(code: RefusalCode, details: readonly RefusalDetail[] = []) {
  const refusal = new Refusal(code, details);
  const { traceId: _none, ...body } = errorBody(refusal, '');
  return { status: refusal.status, body };
}

/** What the work returns, or its refusal. */
export async function orRefusal<T>(work: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
