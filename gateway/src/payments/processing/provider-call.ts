// Phase (b) of every operation: sends one attempt to its provider. Only an authorization needs the
// card; the others name their authorization and may be repeated under the same id.

import { defect } from '../../core/assert.ts';
import type { Card, ThreeDSProof } from '../../providers/means.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Outcome } from '../../providers/outcome.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { authorizationOf } from '../decisions/operate.ts';
import { amountOf, type Loaded } from '../payment.ts';

/** The card and proof for an authorization; they exist only in memory and are used once. */
export interface Means {
  readonly card: Card;
  readonly threeDS: ThreeDSProof | null;
}

export function callProvider(
  providers: ProviderRegistry,
  loaded: Loaded,
  attempt: Attempt,
  means: Means | undefined,
): Promise<Outcome> {
  const acquirer = providers.get(attempt.provider);
  const { merchantId, paymentId, attemptId, verb } = attempt;
  const operation = { merchantId, paymentId, attemptId, amount: amountOf(attempt) };
  if (verb === 'authorize') {
    if (!means) return defect('an authorization is sent once, with its card');
    const kind = loaded.payment.transKind === 'PREAUTH' ? 'hold' : 'sale';
    const { exemption } = attempt;
    const card = {
      kind: 'card',
      numberType: 'PAN',
      cryptogram: null,
      ...means,
      exemption,
    } as const;
    return acquirer.authorize({ ...operation, kind, means: card });
  }
  const { attemptId: originalAttemptId, reference } = authorizationOf(loaded);
  const follow = acquirer.followUps[verb] ?? defect(`${acquirer.name} has no ${verb}`);
  return follow({ ...operation, originalAttemptId, originalReference: reference });
}
