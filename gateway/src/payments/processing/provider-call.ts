// One attempt as a call to its provider: phase (b) of every operation. Only an authorization
// needs the card; the others name the authorization they belong to and may be repeated under the
// same id.

import { defect } from '../../core/assert.ts';
import type { Card } from '../../acquirers/acquirer.ts';
import type { Attempt } from '../../acquirers/attempt.ts';
import type { Outcome } from '../../acquirers/outcome.ts';
import type { Acquirers } from '../../acquirers/registry.ts';
import { authorizationOf } from '../decisions/operate.ts';
import { amountOf, type Loaded } from '../payment.ts';

export function callProvider(
  acquirers: Acquirers,
  loaded: Loaded,
  attempt: Attempt,
  card: Card | undefined,
): Promise<Outcome> {
  const acquirer = acquirers.named(attempt.provider);
  const { merchantId, paymentId, attemptId, verb } = attempt;
  const operation = { merchantId, paymentId, attemptId, amount: amountOf(attempt) };
  if (verb === 'authorize') {
    if (!card) return defect('an authorization is sent once, with its card');
    const kind = loaded.payment.transKind === 'PREAUTH' ? 'hold' : 'sale';
    return acquirer.authorize({ ...operation, kind, card });
  }
  const originalAttemptId = authorizationOf(loaded).attemptId;
  return acquirer[verb]({ ...operation, originalAttemptId });
}
