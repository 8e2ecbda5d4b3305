// Notifications of Adyen: several items in a message, each signed for itself. A message counts only
// if all its items are authentic. Items of other kinds, and of payments that are not ours, are
// accepted and ignored, so that Adyen does not repeat them.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { open, type Secret } from '../../core/secret.ts';
import { storedText } from '../operation-message.ts';
import { approvalOf, type Outcome } from '../outcome.ts';
import type { AttemptNews } from '../provider-message.ts';
import { adyenDecline } from './reasons.ts';
import { readReference } from './reference.ts';

/** An item, as far as its signature covers it, and its further data. */
export interface WebhookItem {
  readonly pspReference: string;
  readonly originalReference: string;
  readonly merchantAccount: string;
  readonly merchantReference: string;
  readonly value: bigint;
  readonly currency: string;
  readonly eventCode: string;
  readonly isSuccess: boolean;
  readonly reason: string | null;
  readonly signature: string;
  readonly additional: Fields;
}

const MAX_ITEMS = 100;
const TEXT = /^[\x20-\x7e]{0,256}$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Undefined if it is not exactly a message of Adyen. */
export function readItems(fields: Fields): readonly WebhookItem[] | undefined {
  const { notificationItems } = fields;
  if (!Array.isArray(notificationItems)) return undefined;
  if (notificationItems.length === 0 || notificationItems.length > MAX_ITEMS) return undefined;
  const items = notificationItems.map((one: unknown) =>
    readItem(fieldsOf(fieldsOf(one)?.['NotificationRequestItem'])),
  );
  return items.every((item) => item !== undefined) ? items : undefined;
}

function readItem(fields: Fields | undefined): WebhookItem | undefined {
  if (!fields) return undefined;
  const { success, amount, additionalData, reason } = fields;
  const additional = fieldsOf(additionalData) ?? {};
  const { value, currency } = fieldsOf(amount) ?? {};
  const [pspReference, originalReference, merchantAccount, merchantReference, eventCode] = [
    fields['pspReference'],
    fields['originalReference'] ?? '',
    fields['merchantAccountCode'],
    fields['merchantReference'] ?? '',
    fields['eventCode'],
  ].map((one) => textOf(one, TEXT));
  const signature = textOf(additional['hmacSignature'], TEXT);
  if (success !== 'true' && success !== 'false') return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
  const unit = textOf(currency, CURRENCY);
  if (pspReference === undefined || originalReference === undefined) return undefined;
  if (merchantAccount === undefined || merchantReference === undefined) return undefined;
  if (eventCode === undefined || signature === undefined || unit === undefined) return undefined;
  return {
    ...{ pspReference, originalReference, merchantAccount, merchantReference, eventCode },
    ...{ value: BigInt(value), currency: unit, isSuccess: success === 'true', signature },
    reason: storedText(reason),
    additional,
  };
}

/** Base64 of the HMAC-SHA256 of the item; the key is given in hexadecimal. */
export function signItem(item: WebhookItem, key: Secret<string>): string {
  const signed = [
    item.pspReference,
    item.originalReference,
    item.merchantAccount,
    item.merchantReference,
    item.value,
    item.currency,
    item.eventCode,
    item.isSuccess,
  ].join(':');
  return createHmac('sha256', Buffer.from(open(key), 'hex'))
    .update(signed)
    .digest('base64');
}

export function isAuthentic(item: WebhookItem, key: Secret<string>): boolean {
  const [given, expected] = [Buffer.from(item.signature), Buffer.from(signItem(item, key))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The events that say how an operation of ours ended, and what their failure means. */
const results: ReadonlySet<string> = new Set([
  'AUTHORISATION',
  'AUTHORISATION_ADJUSTMENT',
  'CAPTURE',
  'CAPTURE_FAILED',
  'CANCELLATION',
  'TECHNICAL_CANCEL',
  'CANCEL_OR_REFUND',
  'REFUND',
  'REFUND_FAILED',
]);

/** These report a failure by their name, whatever `success` says. */
const failures: ReadonlySet<string> = new Set(['CAPTURE_FAILED', 'REFUND_FAILED']);

/** Undefined: the item is not about an operation of ours. */
export function newsOf(item: WebhookItem): AttemptNews | undefined {
  const named = readReference(item.merchantReference);
  if (!named || !results.has(item.eventCode)) return undefined;
  const { attemptId, merchantId, paymentId } = named;
  const amount = { minor: item.value, currency: item.currency };
  return { attemptId, payment: { merchantId, paymentId }, finding: findingOf(item), amount };
}

function findingOf(item: WebhookItem): Outcome {
  const { pspReference, additional, eventCode } = item;
  if (!item.isSuccess || failures.has(eventCode)) {
    return adyenDecline(additional['refusalReasonCode'], pspReference);
  }
  return {
    ...approvalOf(pspReference),
    authCode: storedText(additional['authCode']),
    networkTransactionId: storedText(additional['networkTxReference']),
  };
}
