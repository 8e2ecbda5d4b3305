// The steps that all wallets share. A wallet gives a card number with a cryptogram, which proves
// that the customer was authenticated, or a plain card number, which goes through strong
// authentication like any other card.

import { words } from '../../http/schema.ts';
import type { TimeAndIds } from '../../core/id.ts';
import { isSameMoney, money } from '../../core/money.ts';
import { invalid } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import { maskOf } from '../../cards/card-number.ts';
import type { Card, CardMeans } from '../../providers/means.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { WalletName, WalletOpening, WalletToken } from '../../wallets/wallet-card.ts';
import { authenticateOrAuthorize, continueAfterDecline, holder } from '../card/card-steps.ts';
import { isPast } from '../card/card-instrument.ts';
import { cardMeans } from '../card/card-means.ts';
import { continueWithChallenge } from '../card/sca/soft-decline.ts';
import { isSoftDeclineOpen } from '../method.ts';
import type { MethodParts, MethodRequest, MethodSteps, PaymentFit } from '../method.ts';
import {
  needStep,
  plainAuthorization,
  refuseStep,
  type MethodStep,
  type RecordWithStep,
  type ShownInstrument,
} from '../method-step.ts';
import { tokenHash, usedWalletTokens } from './used-token.store.ts';

export interface Wallet {
  readonly name: WalletName;
  /** The field of the instrument with the token. */
  readonly field: 'token' | 'payload';
  open(text: string, request: MethodRequest, now: TimeAndIds): Promise<WalletOpening>;
  /** What is written in addition when the token is used. */
  readonly record?: (request: MethodRequest, token: WalletToken, now: TimeAndIds) => RecordWithStep;
}

export const walletFields = {
  token: words(16384, 'Wallet token in base64; required for APAY and GPAY. It can be used once.'),
};

/** The steps of a method that is a wallet. */
export function walletSteps(parts: MethodParts, wallet: Wallet): MethodSteps {
  return {
    fits: fitsWallet,
    typeOf: (fields) => walletTypeOf(wallet, fields),
    start: (request, now) => startWallet(parts, wallet, request, now),
    afterDecline: (report, now) => continueWithChallenge(parts, report, now),
  };
}

/**
 * The number of a wallet belongs to one payment: it is neither stored as a token nor charged again
 * without the customer.
 */
function fitsWallet({ transKind, tokenizerId, recurring }: PaymentFit): RejectCode | null {
  const isOnce = tokenizerId === null && recurring === null;
  const isOfKind = transKind === 'AUTH' || transKind === 'PREAUTH';
  return isOnce && isOfKind ? null : 'METHOD_NOT_SUPPORTED';
}

async function startWallet(
  parts: MethodParts,
  wallet: Wallet,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { payment, instrument } = request;
  if (isSoftDeclineOpen(payment)) return continueAfterDecline(parts, request, now);
  const text = instrument?.[wallet.field];
  if (text === undefined) return withoutToken(parts, wallet, request, now);
  const opening = await wallet.open(text, request, now);
  if (opening.kind === 'refused') return refuseStep('WALLET_TOKEN_INVALID');
  if (opening.kind === 'expired') return refuseStep('WALLET_TOKEN_EXPIRED');
  const { token } = opening;
  if (!isAmountOf(token, request)) return refuseStep('WALLET_AMOUNT_MISMATCH');
  const hash = tokenHash(token.tokenId);
  const user = await parts.usedTokens.userOf(wallet.name, hash);
  const isHeld = payment.cardHeld && payment.instrumentType === wallet.name;
  const isOfEarlierTry = payment.refusedAt !== null && !isHeld;
  const isUsed = user !== undefined && (user !== payment.paymentId || isOfEarlierTry);
  if (isUsed) return refuseStep('WALLET_TOKEN_USED');
  const step = await startWithCard(parts, token, request, now);
  // The same token sent again for the same payment is recorded already.
  if (step.kind === 'refuse' || user !== undefined) return step;
  const { merchantId, paymentId } = payment;
  const used = { wallet: wallet.name, tokenHash: hash, merchantId, paymentId };
  const recordMore = wallet.record?.(request, token, now);
  const record: RecordWithStep = (draft) => {
    draft.insert(usedWalletTokens, { ...used, expiresAt: token.expiresAt });
    recordMore?.(draft);
  };
  return { ...step, record };
}

/** A card number that is held already continues, for example with device data. */
async function withoutToken(
  parts: MethodParts,
  { name, field }: Wallet,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { payment, instrument, mustBeComplete, actor } = request;
  const isOwn = payment.instrumentType === name && payment.cardHeld;
  const held = isOwn
    ? await parts.vault.find(payment, now.at, { actor, reason: 'COMPLETE' })
    : undefined;
  if (held) return startWithNumber(parts, held.card, request, now);
  const path = `instrument.${field}`;
  if (instrument && mustBeComplete) throw invalid(path, `is required for type ${name}`);
  return needStep('INSTRUMENT', [path]);
}

function isAmountOf({ amount }: WalletToken, { payment }: MethodRequest): boolean {
  return amount === null || isSameMoney(amount, money(payment.amountMinor, payment.currency));
}

async function startWithCard(
  parts: MethodParts,
  { card: given }: WalletToken,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { number, expiry, holder: name } = given;
  const card: Card = { number, expiry, holder: name, cvv: null };
  if (given.numberType === 'PAN') return startWithNumber(parts, card, request, now);
  const shown = shownOf(parts, card);
  const rejectCode = reasonAgainstCard(parts, card, shown, now);
  if (rejectCode !== null) return refuseStep(rejectCode, shown);
  const means: CardMeans = {
    ...cardMeans(card, null, { threeDS: null, exemption: null }),
    numberType: 'NETWORK_TOKEN',
    cryptogram: given.cryptogram,
    eci: given.eci,
  };
  return { ...plainAuthorization, means, shown };
}

async function startWithNumber(
  parts: MethodParts,
  card: Card,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const shown = shownOf(parts, card);
  const rejectCode = reasonAgainstCard(parts, card, shown, now);
  if (rejectCode !== null) return refuseStep(rejectCode, shown);
  const complete = { card, token: null, shown };
  const hold = holder(parts.vault, request, undefined, complete, now);
  return authenticateOrAuthorize(parts, request, complete, hold, now);
}

function shownOf({ cards }: MethodParts, { number }: Card): ShownInstrument {
  const digits = open(number);
  return { cardMask: maskOf(digits), organization: cards.facts(digits).organization ?? null };
}

function reasonAgainstCard(
  { cards }: MethodParts,
  { number, expiry }: Card,
  { organization }: ShownInstrument,
  { at }: TimeAndIds,
): RejectCode | null {
  const digits = open(number);
  if (organization === null || !cards.facts(digits).isSupported) return 'UNSUPPORTED_BIN';
  if (cards.isRefusedTestCard(digits)) return 'TEST_CARD';
  return isPast(open(expiry), at) ? 'EXPIRED_CARD' : null;
}

/** Of an instrument that was sent without its type. */
function walletTypeOf({ name, field }: Wallet, fields: readonly string[]): string | undefined {
  const isOwn = fields.every((one) => one === field || one === 'provider');
  return isOwn && fields.includes(field) ? name : undefined;
}
