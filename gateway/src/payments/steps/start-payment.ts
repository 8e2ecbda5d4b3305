// The start of a payment whose instrument is complete: strong authentication first, or an
// authorization at a provider that is available.

import type { AuthenticateStep, AuthorizeStep } from '../../methods/method-step.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import type { PaymentFacts } from '../model/advance.ts';
import { decideRefused } from '../decisions/another-try.ts';
import {
  decideAuthenticate,
  decideContinueAuthentication,
} from '../decisions/authentication-steps.ts';
import { relyOnToken, type Decision } from '../decisions/decision.ts';
import { decideStart } from '../decisions/register.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { chooseProvider, placeOf } from '../processing/choose-provider.ts';
import { refuseTakenOrder } from '../processing/taken-order.ts';
import type { InstrumentRequest, NewAuthorization } from '../features/feature.ts';

type StartDeps = Pick<PaymentParts, 'processor' | 'store' | 'firstCheckMs'> &
  DepsOf<typeof chooseProvider>;

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
  deps: StartDeps,
  decision: Decision,
  { details, merchant, uses, now }: InstrumentRequest,
  next: AuthorizeStep,
  facts: PaymentFacts,
): Decision {
  const { payment } = decision.loaded;
  const chosen = chooseProvider(deps, {
    ...{ payment, means: next.means, at: now.at },
    settings: merchant.settings,
    method: facts.method ?? null,
    named: next.provider ?? details.provider,
  });
  if (!chosen) {
    return decideRefused(decision, details.options, 'PROVIDER_UNAVAILABLE', facts, now);
  }
  const { held, exemption, means } = next;
  const place = placeOf(chosen, payment);
  const authorization = uses.reduce<NewAuthorization>(
    (before, use) => use.authorize?.(before, next) ?? before,
    { decision, means, funding: null },
  );
  const start = {
    ...place,
    waitUntil: next.waitUntil ?? place.waitUntil,
    means: authorization.means,
    funding: authorization.funding,
    facts,
    held,
    exemption,
    authenticationId: null,
    firstCheckMs: deps.firstCheckMs,
  };
  return decideStart(authorization.decision, start, now);
}
