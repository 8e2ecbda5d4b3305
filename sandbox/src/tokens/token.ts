// The life of a token at the simulated service, as pure functions: new rows, changes, and the
// messages that follow from a row.

import { createHash } from 'node:crypto';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { NewsMessage, TokenMessage } from '@bramka/gateway/token-services/plain/messages.ts';
import { visualIdOf } from './cards/art.ts';
import type { Numbers, Safe } from './numbers.ts';
import type { ProvisionRequest } from './request.ts';
import type { Scheme, Status, TokenRow } from './rows.ts';

const TOKEN_YEARS = 5;
const PAR_LENGTH = 25;
const BASE_36 = 36;

/** What a customer, an issuer or an operator changes about a token. */
export interface TokenChange {
  readonly status?: Status;
  /** Of the token; YYYYMM. */
  readonly expiry?: string;
  /** The card behind the token was replaced. */
  readonly card?: string;
  readonly cardExpiry?: string;
  /** The issuer sends another picture. */
  readonly newArt?: boolean;
}

export function requestHashOf(request: ProvisionRequest, safe: Safe): string {
  return safe.hash(`${request.merchantId}|${request.card}|${request.cardExpiry}`);
}

export function newToken(
  scheme: Scheme,
  request: ProvisionRequest,
  safe: Safe,
  { instrumentRef, status, createdAt }: Pick<TokenRow, 'instrumentRef' | 'status' | 'createdAt'>,
): TokenRow {
  const { card, cardExpiry } = request;
  let token = safe.newTokenNumber(scheme);
  while (lastFour(token) === lastFour(card)) token = safe.newTokenNumber(scheme);
  const artSeed = safe.hash(`art ${card}`);
  return {
    instrumentRef,
    scheme,
    requestId: request.requestId,
    requestHash: requestHashOf(request, safe),
    merchantId: request.merchantId,
    tokenHash: safe.hash(token),
    sealedNumbers: safe.seal(instrumentRef, {
      token,
      tokenExpiry: monthIn(createdAt, TOKEN_YEARS),
      card,
      cardExpiry,
    }),
    cardLastFour: lastFour(card),
    tokenLastFour: lastFour(token),
    status,
    accountReference: accountReferenceOf(scheme, card, safe),
    artSeed,
    visualId: visualIdOf(scheme, artSeed),
    cryptograms: 0,
    sequence: 0,
    notificationUrl: request.notificationUrl,
    createdAt,
    version: 1,
  };
}

/** 29 characters; the first four name the organization. */
function accountReferenceOf(scheme: Scheme, card: string, safe: Safe): string {
  const digits = BigInt(`0x${safe.hash(`account ${card}`)}`).toString(BASE_36);
  const controller = scheme === 'VTS' ? 'V001' : '5001';
  return `${controller}${digits.toUpperCase().padStart(PAR_LENGTH, '0').slice(0, PAR_LENGTH)}`;
}

/** Undefined if nothing changes. */
export function changedToken(row: TokenRow, change: TokenChange, safe: Safe): TokenRow | undefined {
  const old = safe.open(row);
  const numbers: Numbers = {
    token: old.token,
    tokenExpiry: change.expiry ?? old.tokenExpiry,
    card: change.card ?? old.card,
    cardExpiry: change.cardExpiry ?? old.cardExpiry,
  };
  const status = change.status ?? row.status;
  const isReplaced = numbers.card !== old.card;
  const artSeed = nextSeed(row, isReplaced ? safe.hash(`art ${numbers.card}`) : null, change);
  const isSame =
    status === row.status &&
    artSeed === row.artSeed &&
    JSON.stringify(numbers) === JSON.stringify(old);
  if (isSame) return undefined;
  return {
    ...row,
    status,
    sealedNumbers: safe.seal(row.instrumentRef, numbers),
    cardLastFour: lastFour(numbers.card),
    artSeed,
    visualId: visualIdOf(row.scheme, artSeed),
    sequence: row.sequence + 1,
    version: row.version + 1,
  };
}

function nextSeed(row: TokenRow, ofCard: string | null, { newArt }: TokenChange): string {
  if (ofCard !== null) return ofCard;
  return newArt ? createHash('sha256').update(row.artSeed).digest('hex') : row.artSeed;
}

export async function tokenMessage(row: TokenRow, safe: Safe): Promise<TokenMessage> {
  const { instrumentRef, status, cardLastFour, visualId, sequence } = row;
  const { token: number, tokenExpiry: expiry } = safe.open(row);
  const encTokenInfo = await safe.encrypt({ instrumentRef, number, expiry });
  const paymentAccountReference = row.accountReference;
  const shown = { instrumentRef, status, paymentAccountReference, cardLastFour, visualId };
  return { ...shown, encTokenInfo, sequence };
}

/** What the gateway is told about a change. */
export function newsMessage(eventId: string, old: TokenRow, row: TokenRow, safe: Safe) {
  const [before, after] = [safe.open(old), safe.open(row)];
  const { scheme, instrumentRef, sequence, status, cardLastFour, visualId } = row;
  const news: NewsMessage = {
    eventId,
    scheme,
    instrumentRef,
    sequence,
    status,
    ...(after.tokenExpiry === before.tokenExpiry ? {} : { expiry: after.tokenExpiry }),
    ...(after.card === before.card ? {} : { cardLastFour }),
    ...(after.cardExpiry === before.cardExpiry ? {} : { cardExpiry: after.cardExpiry }),
    ...(visualId === old.visualId ? {} : { visualId }),
  };
  return JSON.stringify(news);
}

function lastFour(number: string): string {
  return number.slice(-4);
}

/** YYYYMM. */
export function monthIn(at: Instant, years: number): string {
  const date = new Date(at);
  const month = String(date.getUTCMonth() + 1).padStart(2, '0');
  return `${String(date.getUTCFullYear() + years)}${month}`;
}
