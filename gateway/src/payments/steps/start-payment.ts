// The start of a payment whose instrument is complete: strong authentication first, or an
// authorization at a provider that is available.

import { preferredProviders } from '../../merchants/preferred-providers.ts';
import type { AuthenticateStep, AuthorizeStep } from '../../methods/method-step.ts';
import { meansKind } from '../../providers/means.ts';
import type { PaymentFacts } from '../model/advance.ts';
import { decideRefused } from '../decisions/another-try.ts';
import {
  decideAuthenticate,
  decideContinueAuthentication,
} from '../decisions/authentication-steps.ts';
import { relyOnToken, type Decision } from '../decisions/decision.ts';
import { decideStart } from '../decisions/register.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { customerLimit } from '../processing/provider-call.ts';
import { isFunding } from '../model/payment.ts';
import { refuseTakenOrder } from '../processing/taken-order.ts';
import type { InstrumentRequest, NewAuthorization } from '../features/feature.ts';

type StartDeps = Pick<PaymentParts, 'providers' | 'processor' | 'store' | 'firstCheckMs'>;

export async function startPayment(
  deps: StartDeps,
  decision: Decision,
  request: InstrumentRequest,
  next: AuthenticateStep | AuthorizeStep,
  facts: PaymentFacts,
): Promise<Decision> {
  deps.processor.refuseWhenFull();
  let started = decision;
  for (const use of request.uses) {
    if (use.start) started = await use.start(started, next, request);
  }
  started = relyOnToken(started, next.token);
  next.record?.(started.draft);
  if (next.kind === 'authorize') return authorize(deps, started, request, next, facts);
  await refuseTakenOrder(deps.store, started.loaded.payment);
  return decideAuthenticate(started, next.authentication, facts, next.held, request.now);
}

/** After a decline the payment goes on with what it relied on before. */
export async function continuePayment(
  deps: StartDeps,
  decision: Decision,
  request: InstrumentRequest,
  next: AuthenticateStep | AuthorizeStep,
  facts: PaymentFacts,
): Promise<Decision> {
  deps.processor.refuseWhenFull();
  await refuseTakenOrder(deps.store, decision.loaded.payment);
  if (next.kind === 'authorize') return authorize(deps, decision, request, next, facts);
  return decideContinueAuthentication(decision, next.authentication, request.now);
}

/** Without an available provider the payment is refused. */
function authorize(
  { providers, firstCheckMs }: StartDeps,
  decision: Decision,
  { details, merchant, uses, now }: InstrumentRequest,
  next: AuthorizeStep,
  facts: PaymentFacts,
): Decision {
  const choice = providers.choose({
    means: meansKind(next.means),
    named: next.provider ?? details.provider,
    preferred: preferredProviders(merchant.settings, facts.method ?? null),
    isFunding: isFunding(decision.loaded.payment),
  });
  if (choice.kind !== 'chosen') {
    return decideRefused(decision, details.options, 'PROVIDER_UNAVAILABLE', facts, now);
  }
  const { held, exemption, means } = next;
  const waitUntil = next.waitUntil ?? customerLimit(choice.provider, decision.loaded.payment);
  const authorization = uses.reduce<NewAuthorization>(
    (before, use) => use.authorize?.(before, next) ?? before,
    { decision, means, funding: null },
  );
  const start = {
    provider: choice.provider.name,
    means: authorization.means,
    funding: authorization.funding,
    facts,
    held,
    exemption,
    waitUntil,
    authenticationId: null,
    firstCheckMs,
  };
  return decideStart(authorization.decision, start, now);
}
