// Completes a waiting tokenization step by step: PATCH tokenizer, PUT instrument, PATCH instrument
// (specification 4.3). dataRequest says what is still missing.

import { Type } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { wrongStatus } from '../../core/machine.ts';
import { present } from '../../core/json/present.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import {
  bareOrWrapped,
  fieldName,
  instrumentAndDevice,
  partsOfPayment,
  patchBody,
  completeInstrument,
} from '../../payments/requests/completion.ts';
import type { Origin } from '../../http/caller.ts';
import { completePayment } from '../../payments/steps/complete-payment.ts';
import type { CompletionData } from '../../payments/steps/more-details.ts';
import { continueTokenization } from '../processing/continue-tokenization.ts';
import { findTokenization, tokenizerParams } from '../requests/find-tokenization.ts';
import { isStandalone } from '../tokenization.ts';
import { statusView, tokenizationSchema } from '../tokenization.view.ts';

const common = {
  access: 'merchant-or-client',
  resource: 'TOKENIZER',
  states: ['NEW', 'PENDING'],
  params: tokenizerParams,
  reply: tokenizationSchema,
  refusals: ['TOKENIZATION_NOT_FOUND', 'NOT_IN_THIS_STATE', 'TOO_MANY_DECLINES'],
} as const;

type CompleteDeps = DepsOf<
  typeof findTokenization | typeof completePayment | typeof continueTokenization | typeof statusView
>;

async function complete(
  parts: CompleteDeps,
  origin: Origin,
  tokenizerId: string,
  data: CompletionData,
): Promise<object> {
  const tokenization = await findTokenization(parts, origin.caller, tokenizerId);
  if (!isStandalone(tokenization)) {
    throw wrongStatus('The tokenization follows a payment; send the data to the payment.');
  }
  const type = data.instrument?.type;
  if (type !== undefined && type !== 'CARD') throw invalid('instrument.type', 'must be CARD');
  const completion = { ...data, kind: 'verification' } as const;
  const result: { missingFields?: readonly string[] } = await completePayment(
    parts,
    origin,
    tokenizerId,
    completion,
  );
  const after = (await continueTokenization(parts, tokenization)) ?? tokenization;
  const { missingFields } = result;
  return { ...(await statusView(parts, after, origin.caller)), ...present({ missingFields }) };
}

export const patchTokenization = endpoint(
  {
    method: 'PATCH',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}',
    ...common,
    summary: 'Send missing data of a tokenization',
    description: 'Instrument or device data, while the tokenization waits for it.',
    body: Type.Object({
      instrument: patchBody.properties.instrument,
      device: patchBody.properties.device,
    }),
  },
  async (parts: DepsOf<typeof complete>, { params, body, ...call }) =>
    complete(parts, call, params.tokenizerId, { ...partsOfPayment(body), mustBeComplete: false }),
);

export const putTokenizationInstrument = endpoint(
  {
    method: 'PUT',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/instrument',
    ...common,
    summary: 'Send the card to be tokenized, or device data',
    description:
      'The body has the fields of instrument and device directly, or is {instrument, device}. ' +
      'The card must be complete and replaces what was sent before.',
    body: bareOrWrapped,
    fieldName,
  },
  async (parts: DepsOf<typeof complete>, { params, body, ...call }) =>
    complete(parts, call, params.tokenizerId, completeInstrument(body)),
);

export const patchTokenizationInstrument = endpoint(
  {
    method: 'PATCH',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/instrument',
    ...common,
    summary: 'Send single fields of the card to be tokenized, such as the security code',
    description: 'The body has the fields directly, or is {instrument}.',
    body: bareOrWrapped,
    fieldName,
  },
  async (parts: DepsOf<typeof complete>, { params, body, ...call }) =>
    complete(parts, call, params.tokenizerId, {
      ...instrumentAndDevice(body),
      mustBeComplete: false,
    }),
);
