// A refusal as the answer of a simulated provider: the error body of the gateway. The trace id is
// added where the answer is sent, since a provider inside the process has none.

import { Refusal, type RefusalCode, type RefusalDetail } from '@bramka/gateway/core/refusals.ts';
import { errorBody } from '@bramka/gateway/http/reply.ts';

export function refused(code: RefusalCode, details: readonly RefusalDetail[] = []) {
  const refusal = new Refusal(code, details);
  const { traceId: _none, ...body } = errorBody(refusal, '');
  return { status: refusal.status, body };
}
