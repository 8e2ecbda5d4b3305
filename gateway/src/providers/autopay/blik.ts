// BLIK over Autopay: with a code (BLIK 0), or with an alias that the customer saved in the bank app
// (OneClick). Both are answered in the background; the customer confirms in the app.

import { createHash } from 'node:crypto';
import { timeOfId } from '../../core/id.ts';
import { open, type Secret } from '../../core/secret.ts';
import type { BlikMeans } from '../means.ts';
import type { Declined, Outcome } from '../outcome.ts';
import type { ProviderRequest } from '../provider.ts';
import { garbage } from './messages/message.ts';
import { isAppKey, type Parameter, type StartAnswer } from './messages/start.ts';
import { BLIK_GATEWAY, declineOf, rejectCodeOfBlik, rejectCodeOfBlikStart } from './reasons.ts';

/** Autopay advises about a quarter of an hour for charges in the background. */
const VALIDITY_MS = 15 * 60_000;
/** A shorter alias shows only its start. */
const MIN_SHOWN_LENGTH = 8;

/**
 * What Autopay cannot do is not sent. Its recurring BLIK is registered and charged in another way
 * than aliases of type PAYID.
 */
export function blikRefusal({ ticket, register }: BlikMeans): Declined | undefined {
  if (ticket.type === 'PAYID' || register?.type === 'PAYID') {
    return { ...declineOf('BLIK_RECURRENCY_NOT_SUPPORTED'), mayTryElsewhere: true };
  }
  const isOtherApp = ticket.type === 'UID' && ticket.app !== null && !isAppKey(ticket.app);
  return isOtherApp ? declineOf('BLIK_ALIAS_NOT_FOUND') : undefined;
}

export function blikStart({ attemptId, merchantId }: ProviderRequest, means: BlikMeans) {
  const { ticket, register, payer, description } = means;
  const alias = ticket.type === 'CODE' ? register?.alias : ticket.alias;
  const own: readonly Parameter[] = [
    ['AuthorizationCode', ticket.type === 'CODE' ? open(ticket.code) : undefined],
    ['BlikUIDKey', alias && aliasKey(merchantId, alias)],
    ['BlikUIDLabel', alias && aliasLabel(alias)],
    ['BlikAMKey', ticket.type === 'CODE' ? undefined : (ticket.app ?? undefined)],
  ];
  const validUntil = timeOfId(attemptId) + VALIDITY_MS;
  return { gatewayId: BLIK_GATEWAY, payer, description, validUntil, own };
}

/**
 * Merchants may share a service, and each names its customers in its own way: without the merchant
 * in the key, one could charge the customers of another.
 */
function aliasKey(merchantId: string, alias: Secret<string>): string {
  return createHash('sha256')
    .update(`${merchantId}|${open(alias)}`)
    .digest('hex');
}

/** By which the customer recognizes the account at the shop: two characters of each end. */
function aliasLabel(alias: Secret<string>): string {
  const shown = open(alias).replace(/[^A-Za-z0-9@._-]/g, '*');
  return `${shown.slice(0, 2)}***${shown.length < MIN_SHOWN_LENGTH ? '' : shown.slice(-2)}`;
}

/** SUCCESS only means that the order was accepted: the notification decides. */
export function blikOutcome(answer: StartAnswer | undefined): Outcome {
  if (answer?.kind === 'refused') return refusedOutcome(answer);
  if (answer?.kind !== 'confirmed') return garbage;
  const { remoteId: reference, paymentStatus, reason } = answer;
  switch (paymentStatus) {
    case 'SUCCESS':
      return { kind: 'pending', reference, customer: null };
    case 'PENDING':
    case '':
      return { kind: 'pending', reference, customer: { kind: 'confirm' } };
    case 'FAILURE':
      return declineOf(rejectCodeOfBlik(reason), reason, reference);
    default:
      return garbage;
  }
}

function refusedOutcome({ reason, apps }: Extract<StartAnswer, { kind: 'refused' }>): Outcome {
  const rejectCode = rejectCodeOfBlikStart(reason);
  if (rejectCode === undefined) return { kind: 'unknown', why: 'provider-error' };
  const decline = declineOf(rejectCode, reason);
  if (rejectCode === 'BLIK_ALIAS_NONUNIQUE' && apps.length > 0) return { ...decline, apps };
  // Autopay has not asked BLIK, so the code was not used.
  return rejectCode === 'PROVIDER_UNAVAILABLE' ? { ...decline, mayTryElsewhere: true } : decline;
}
