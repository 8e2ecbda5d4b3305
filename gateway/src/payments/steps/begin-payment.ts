// Registers a payment with its features and takes it as far as its instrument allows, in one entry.

import type { DepsOf } from '../../http/endpoint.ts';
import type { Instrument } from '../../methods/instrument.ts';
import { decideRegister } from '../decisions/register.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { NewDetails } from '../model/payment-details.ts';
import type { PaymentRequest, FeatureUse } from '../features/feature.ts';
import { readFeatures } from '../features/features.ts';
import { instrumentStep, type InstrumentResult } from './instrument-step.ts';

interface NewRequest extends PaymentRequest {
  readonly details: NewDetails;
}

/** `more` is what another module does with the payment. */
export async function beginPayment(
  deps: Pick<PaymentParts, 'openFields' | 'methods'> &
    DepsOf<typeof readFeatures | typeof instrumentStep>,
  request: NewRequest,
  sent: Instrument | undefined,
  more: readonly FeatureUse[] = [],
): Promise<InstrumentResult> {
  const uses = [...(await readFeatures(deps, request)), ...more];
  const details = uses.reduce((before, use) => ({ ...before, ...use.details }), request.details);
  const registered = uses.reduce(
    (before, use) => use.register?.(before) ?? before,
    decideRegister(request.payment, details, request.now),
  );
  const instrument = sent && (await deps.openFields(sent));
  const method = instrument && deps.methods.findByType(instrument.type);
  const chosen = { instrument, method, mustBeComplete: true, uses };
  return instrumentStep(deps, registered, { ...request, ...chosen, details });
}
