// GET …/tokenizer/{tokenizerId}, its status, and the tokenization of a payment (specification 4.2
// and 4.3).

import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { returnUrlOf } from '../../payments/links/return-url.ts';
import { findPayment, paymentParams } from '../../payments/requests/find-payment.ts';
import type { TokenizerParts } from '../parts.ts';
import { findTokenization, tokenizerParams } from '../requests/find-tokenization.ts';
import { isStandalone, type Tokenization } from '../tokenization.ts';
import {
  recordView,
  statusView,
  tokenizationSchema,
  tokenizationStatusSchema,
} from '../tokenization.view.ts';

const common = {
  access: 'merchant-or-client',
  resource: 'TOKENIZER',
  whileSuspended: true,
  params: tokenizerParams,
  refusals: ['TOKENIZATION_NOT_FOUND'],
} as const;

type ReadTokenizationDeps = DepsOf<typeof findTokenization | typeof returnUrl | typeof recordView>;

export const readTokenization = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}',
    ...common,
    summary: 'Read a tokenization and its token',
    description:
      'Store token.instrumentNo (COF) or token.instrumentRef (VTS, SCOF) and pay with it later. ' +
      'A CLIENT token gets the tokenization without the token.',
    reply: tokenizationSchema,
  },
  async (parts: ReadTokenizationDeps, { params, caller }) => {
    const tokenization = await findTokenization(parts, caller, params.tokenizerId);
    const returnURL = isStandalone(tokenization) ? await returnUrl(parts, tokenization) : null;
    return { ...(await recordView(parts, tokenization, caller)), ...present({ returnURL }) };
  },
);

/** Where the page sends the customer back to. */
async function returnUrl(
  { store, merchants }: Pick<TokenizerParts, 'store' | 'merchants'>,
  { merchantId, tokenizerId: paymentId }: Tokenization,
): Promise<string | null> {
  const details = await store.details(merchantId, paymentId);
  const merchant = await merchants.find(merchantId);
  const verification = { paymentId, extOrderId: null, transKind: 'VERIFICATION' } as const;
  return merchant ? returnUrlOf(verification, details, merchant) : null;
}

export const readTokenizationStatus = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/status',
    ...common,
    summary: 'Read the status of a tokenization',
    reply: tokenizationStatusSchema,
  },
  async (parts: DepsOf<typeof statusView | typeof findTokenization>, { params, caller }) =>
    statusView(parts, await findTokenization(parts, caller, params.tokenizerId), caller),
);

type ReadPaymentTokenizationDeps = DepsOf<
  typeof findPayment | typeof recordView | typeof findTokenization
>;

export const readPaymentTokenization = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/tokenizer',
    summary: 'Read the tokenization of a payment and its token',
    description:
      'For a payment that was created with options.tokenize, or whose customer agreed to save ' +
      'the card (saveCard) and paid.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    reply: tokenizationSchema,
    refusals: ['PAYMENT_NOT_FOUND', 'TOKENIZATION_NOT_FOUND'],
  },
  async (parts: ReadPaymentTokenizationDeps, { params, caller }) => {
    const { tokenizerId } = await findPayment(parts, caller, params.paymentId);
    if (tokenizerId === null) return refuse('TOKENIZATION_NOT_FOUND');
    return recordView(parts, await findTokenization(parts, caller, tokenizerId), caller);
  },
);
