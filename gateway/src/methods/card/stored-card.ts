// Payments with a stored card: instrument types COF (by token number), VTS and SCOF (by the id at
// the token service). Whatever does not name a usable token of this merchant and type gets one
// answer: unknown, another merchant's and discarded tokens cannot be told apart.

import { isUuid, type TimeAndIds } from '../../core/id.ts';
import { invalid } from '../../core/refusals.ts';
import { open, secret } from '../../core/secret.ts';
import { pageSettings } from '../../merchants/page/page-settings.ts';
import type { CardToken, TokenType } from '../../vault/card-token.store.ts';
import type { HeldPart } from '../../vault/sealed-card.ts';
import { refuseForCustomer, type Instrument } from '../instrument.ts';
import { isSoftDeclineOpen } from '../method.ts';
import type { MethodParts, MethodRequest } from '../method.ts';
import { needStep, refuseStep, type MethodStep } from '../method-step.ts';
import { cardInstruments } from './card-fields.ts';
import { checkCode, checkMask, isPast } from './card-instrument.ts';
import { tokenRefusal } from './card-means.ts';
import { authenticateOrAuthorize, continueAfterDecline, holder } from './card-steps.ts';

export const storedTypes = [
  'COF',
  'VTS',
  'SCOF',
] as const satisfies readonly (keyof typeof cardInstruments)[];

export function isStoredType(type: string | null | undefined): type is TokenType {
  return storedTypes.some((one) => one === type);
}

/** Whether fields without a type complete an instrument of this type. */
export function isOfStored(type: TokenType, fields: readonly string[]): boolean {
  const own: readonly string[] = ['provider', ...cardInstruments[type].fields];
  return fields.every((name) => own.includes(name));
}

/**
 * A customer names a stored card by its id only: an id is found only among the cards that the page
 * offers to this customer.
 */
export function refuseStoredNames(instrument: Instrument): Instrument {
  if (!isStoredType(instrument.type)) return instrument;
  if (instrument.instrumentNo !== undefined) {
    refuseForCustomer('instrument.instrumentNo', 'the token number of a stored card');
  }
  if (instrument.instrumentRef !== undefined) {
    refuseForCustomer('instrument.instrumentRef', 'the reference of a network token');
  }
  return instrument;
}

const PRINTABLE = /^[\x20-\x7e]*$/;

export async function startStoredCard(
  parts: MethodParts,
  type: TokenType,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { payment, instrument, merchant, customerPresent } = request;
  if (isSoftDeclineOpen(payment)) return continueAfterDecline(parts, request, now);
  checkCode(instrument?.cvv, null);
  const held = await heldPart(parts, request, now);
  const name = nameOf(type, instrument);
  const tokenId = instrument?.tokenId;
  if (name !== undefined && tokenId !== undefined) {
    throw invalid('instrument.tokenId', 'must be left out, because the token is named already');
  }
  if (name === undefined && tokenId === undefined && !held) return needName(request, type);
  const token =
    tokenId === undefined
      ? await findToken(parts, type, payment.merchantId, name, held)
      : await findSaved(parts, type, request, tokenId);
  const rejectCode = tokenRefusal(token);
  if (!token) return refuseStep('TOKEN_NOT_ACTIVE');
  const shown = { cardMask: token.cardMask, organization: token.organization };
  if (rejectCode !== null) return refuseStep(rejectCode, shown);
  checkMask(instrument?.cardMask, token.cardMask);
  checkCode(instrument?.cvv, token.organization);
  // A network token stays valid when the card behind it is replaced; it has its own expiry date.
  if (type === 'COF' && isPast(token.expDate, now.at)) return refuseStep('EXPIRED_CARD', shown);
  const cvv = instrument?.cvv === undefined ? codeOf(held, token) : secret(instrument.cvv);
  const hold = holder(parts.vault, request, held, { token, shown }, now);
  const part = { number: null, expiry: null, holder: null, cvv };
  const isCodeNeeded = type === 'COF' && merchant.settings.storedCardCode === 'REQUIRED';
  if (isCodeNeeded && customerPresent && cvv === null) {
    return hold('CARD_CVV', part, ['instrument.cvv']);
  }
  const use = { actor: request.actor, reason: 'AUTHORIZE', paymentId: payment.paymentId } as const;
  const card = { ...(await parts.tokenVault.open(token, use)), cvv };
  if (isPast(open(card.expiry), now.at)) return refuseStep('TOKEN_NOT_ACTIVE', shown);
  return authenticateOrAuthorize(parts, request, { card, token, shown }, hold, now);
}

/** Only what was held for a token; the parts of a card number are not used with it. */
async function heldPart(
  { vault }: MethodParts,
  { payment, actor }: MethodRequest,
  now: TimeAndIds,
): Promise<HeldPart | undefined> {
  if (!payment.cardHeld) return undefined;
  const held = await vault.findPart(payment, now.at, { actor, reason: 'COMPLETE' });
  return held && held.tokenId !== null ? held : undefined;
}

/** A security code belongs to the stored card with which it was sent. */
function codeOf(held: HeldPart | undefined, { tokenId }: CardToken) {
  return held?.tokenId === tokenId ? held.cvv : null;
}

function nameOf(type: TokenType, instrument: Instrument | undefined): string | undefined {
  return type === 'COF' ? instrument?.instrumentNo : instrument?.instrumentRef;
}

/** The same look-up whatever the text is; a token that is not usable by this payment is unknown. */
async function findToken(
  { tokens }: MethodParts,
  type: TokenType,
  merchantId: string,
  name: string | undefined,
  held: HeldPart | undefined,
): Promise<CardToken | undefined> {
  const find = (): Promise<CardToken | undefined> => {
    // No token has other characters, and the database accepts no NUL.
    const text = PRINTABLE.test(name ?? '') ? (name ?? '') : '';
    if (name === undefined) return tokens.find({ merchantId, tokenId: held?.tokenId ?? '' });
    return type === 'COF'
      ? tokens.findByNumber(merchantId, text)
      : tokens.findByReference(type, text);
  };
  const token = await find();
  const isOwn = token?.merchantId === merchantId && token.type === type;
  return isOwn && token.status !== 'DISCARDED' ? token : undefined;
}

/** A card of GET …/cards: of the customer of the payment, if the merchant's page offers them. */
async function findSaved(
  { tokens }: MethodParts,
  type: TokenType,
  { payment, details, merchant }: MethodRequest,
  tokenId: string,
): Promise<CardToken | undefined> {
  const { merchantId } = payment;
  const extCustomerId = details.customer?.extCustomerId;
  const { savesCards } = pageSettings(merchant.settings.page);
  if (!savesCards || !isUuid(tokenId) || extCustomerId === undefined) return undefined;
  const token = await tokens.find({ merchantId, tokenId });
  const isOwn = token?.type === type && token.extCustomerId === extCustomerId;
  return isOwn && token.status !== 'DISCARDED' ? token : undefined;
}

function needName({ mustBeComplete, instrument }: MethodRequest, type: TokenType): MethodStep {
  const field = type === 'COF' ? 'instrument.instrumentNo' : 'instrument.instrumentRef';
  if (mustBeComplete && instrument) throw invalid(field, `is required for type ${type}`);
  return needStep('INSTRUMENT', [field]);
}
