// Phase (b) of every operation: sends one attempt to its provider. Only an authorization needs the
// card; the others name their authorization and may be repeated under the same id.

import { defect } from '../../core/assert.ts';
import type { Card, ThreeDSProof } from '../../acquirers/acquirer.ts';
import type { Attempt } from '../../acquirers/attempt.ts';
import type { Outcome } from '../../acquirers/outcome.ts';
import type { Acquirers } from '../../acquirers/registry.ts';
import { authorizationOf } from '../decisions/operate.ts';
import { amountOf, type Loaded } from '../payment.ts';

/** The card and proof for an authorization; they exist only in memory and are used once. */
export interface Means {
  readonly card: Card;
  readonly threeDS: ThreeDSProof | null;
}

export function callProvider(
  acquirers: Acquirers,
  loaded: Loaded,
  attempt: Attempt,
  means: Means | undefined,
): Promise<Outcome> {
  const acquirer = acquirers.get(attempt.provider);
  const { merchantId, paymentId, attemptId, verb } = attempt;
  const operation = { merchantId, paymentId, attemptId, amount: amountOf(attempt) };
  if (verb === 'authorize') {
    if (!means) return defect('an authorization is sent once, with its card');
    const kind = loaded.payment.transKind === 'PREAUTH' ? 'hold' : 'sale';
    const { exemption } = attempt;
    return acquirer.authorize({ ...operation, kind, ...means, exemption });
  }
  const originalAttemptId = authorizationOf(loaded).attemptId;
  return acquirer[verb]({ ...operation, originalAttemptId });
}
