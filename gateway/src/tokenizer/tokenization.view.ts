// The views of a tokenization and of a token in answers: never a card number, security code or
// network token.

import type { DepsOf } from '../http/endpoint.ts';
import { Type } from 'typebox';
import { isoTime } from '../core/clock.ts';
import { present } from '../core/json/present.ts';
import { organizationNames } from '../cards/card-number.ts';
import { oneOf, optionalText, time } from '../http/schema.ts';
import { dataRequestMeanings } from '../payments/fields/meanings.ts';
import { customerStep, customerStepProperties } from '../payments/replies/customer-step.ts';
import { seenBy } from '../providers/coarse-reasons.ts';
import { rejectReasons } from '../methods/registry.ts';
import type { CardToken, TokenStatus, TokenType } from '../vault/card-token.store.ts';
import type { Caller } from '../http/caller.ts';
import type { TokenizerParts } from './parts.ts';
import { kindMeanings } from './requests/schema.ts';
import {
  isOpen,
  isStandalone,
  type Tokenization,
  type TokenizationStatus,
} from './tokenization.ts';

export const tokenizationStatusMeanings: Readonly<Record<TokenizationStatus, string>> = {
  NEW: 'Registered; waits for the card, or for its payment.',
  PENDING: 'The card is being verified, or the token service is being asked.',
  COMPLETED: 'The token can be used.',
  REJECTED: 'The card could not be verified or tokenized; rejectCode says why.',
  CANCELLED: 'Cancelled, or not finished in time.',
  ERROR: 'A technical failure; nothing was stored.',
  DISCARDED: 'The token was discarded; its card data is deleted.',
};

const tokenTypeMeanings: Readonly<Record<TokenType, string>> = {
  COF: 'Card stored by the gateway. Pay with instrumentNo.',
  VTS: 'Network token of Visa. Pay with instrumentRef.',
  SCOF: 'Network token of Mastercard. Pay with instrumentRef.',
};

const tokenStatusMeanings: Readonly<Record<TokenStatus, string>> = {
  ACTIVE: 'Can be used.',
  SUSPENDED: 'The issuer has suspended it for now; payments with it are rejected.',
  DISCARDED: 'Deleted; it can never be used again.',
};

export const tokenSchema = Type.Object(
  {
    tokenId: Type.String({ description: 'Id of the token.' }),
    instrumentNo: Type.String({ description: 'Token number: what COF payments send.' }),
    type: oneOf(tokenTypeMeanings, 'Type of the instrument in payments.'),
    instrumentRef: optionalText('VTS and SCOF: what payments send as instrumentRef.'),
    cardMask: Type.String({ description: 'First six and last four digits of the card number.' }),
    expDate: Type.String({ description: 'Expiry date of the card as YYYYMM.' }),
    organization: oneOf(organizationNames, 'Card organization.'),
    status: oneOf(tokenStatusMeanings, 'Whether it can be used.'),
    visualId: optionalText('Id of the current card picture.'),
    visualURL: optionalText('Path of the card picture; changes with the picture.'),
    createdAt: time('When it was stored.'),
  },
  { description: 'The token.' },
);

export function tokenView(token: CardToken) {
  const { tokenId, type, instrumentRef, cardMask, expDate, organization, status, visualId } = token;
  const visualURL =
    visualId === null || instrumentRef === null
      ? null
      : `/v1/ecommerce/tokenizer/vts/${instrumentRef}/cardVisual/${visualId}`;
  return {
    tokenId,
    instrumentNo: token.tokenNumber,
    type,
    ...present({ instrumentRef }),
    cardMask,
    expDate,
    organization,
    status,
    ...present({ visualId, visualURL }),
    createdAt: isoTime(token.createdAt),
  };
}

const statusProperties = {
  tokenizerId: Type.String({ description: 'Id of the tokenization.' }),
  status: oneOf(tokenizationStatusMeanings, 'Status of the tokenization.'),
  kind: oneOf(kindMeanings, 'Kind of token.'),
  dataRequest: Type.Optional(
    oneOf(dataRequestMeanings, 'What the tokenization waits for. Absent: nothing.'),
  ),
  acsData: customerStepProperties.acsData,
  customerStep: customerStepProperties.customerStep,
  qrCode: customerStepProperties.qrCode,
  redirectURL: optionalText('Channel PAYWALL: where the customer continues while unfinished.'),
  rejectCode: optionalText(
    'Why it ended without a token. With a CLIENT token every answer of the issuer about the card ' +
      'is DO_NOT_HONOR.',
  ),
  rejectInfo: optionalText('The same as a sentence.'),
};

export const tokenizationStatusSchema = Type.Object(statusProperties);

export const tokenizationSchema = Type.Object({
  ...statusProperties,
  missingFields: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The fields that dataRequest waits for, as far as they are known.',
    }),
  ),
  clientToken: optionalText('Channel PAYWALL: token of the page, in the answer to the creation.'),
  token: Type.Optional(tokenSchema),
  returnURL: optionalText(
    'When it is read: where the page sends the customer back to, with tokenizerId. Absent: there ' +
      'is no such address, or the card is that of a payment.',
  ),
});

/** The tokenization as its status endpoint shows it, without the token. */
export async function statusView(
  parts: DepsOf<typeof waitingView>,
  of: Tokenization,
  caller: Caller,
): Promise<object> {
  const { tokenizerId, status, kind, rejectCode } = seenBy(caller, of);
  return {
    tokenizerId,
    status,
    kind,
    ...(await waitingView(parts, of)),
    ...present({ rejectCode, rejectInfo: rejectCode && rejectReasons[rejectCode].info }),
  };
}

/** What the customer or the merchant must do, as the verification payment says. */
async function waitingView(
  parts: Pick<TokenizerParts, 'store' | 'links'> & DepsOf<typeof customerStep>,
  of: Tokenization,
): Promise<object> {
  if (!isOpen(of) || !isStandalone(of)) return {};
  const payment = await parts.store.find(of.merchantId, of.tokenizerId);
  if (!payment) return {};
  const { dataRequest } = payment;
  const redirectURL = parts.links.url(payment);
  const step = await customerStep(parts, payment);
  return { ...present({ dataRequest, redirectURL }), ...step };
}

/** With the token; a CLIENT token does not get it. */
export async function recordView(
  parts: Pick<TokenizerParts, 'tokens'> & DepsOf<typeof statusView>,
  of: Tokenization,
  caller: Caller,
): Promise<object> {
  const { merchantId, tokenId } = of;
  const view = await statusView(parts, of, caller);
  if (tokenId === null || caller.kind === 'client') return view;
  const token = await parts.tokens.find({ merchantId, tokenId });
  return { ...view, ...(token ? { token: tokenView(token) } : {}) };
}
