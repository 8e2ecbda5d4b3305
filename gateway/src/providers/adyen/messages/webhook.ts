// Messages of Adyen: several items in one, each with a signature of its own. A message counts only
// if all its items are authentic.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf, textOf, type Fields } from '../../../core/json/fields.ts';
import type { Money } from '../../../core/money.ts';
import { open, type Secret } from '../../../core/secret.ts';

/** An item as far as its signature covers it, and further data, which it does not cover. */
export interface WebhookItem {
  readonly pspReference: string;
  readonly originalReference: string;
  readonly merchantAccount: string;
  readonly merchantReference: string;
  readonly amount: Money;
  readonly eventCode: string;
  readonly isSuccess: boolean;
  readonly signature: string;
  readonly eventDate: unknown;
  readonly reason: unknown;
  readonly additional: Fields;
}

const MAX_ITEMS = 100;
/** Signed texts are joined by colons: only the reference, which merchants choose, may have one. */
const TEXT = /^[\x20-\x39\x3b-\x7e]{0,256}$/;
const REFERENCE = /^[^\0]{0,1000}$/u;
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
  const { success } = fields;
  const additional = fieldsOf(fields['additionalData']) ?? {};
  const pspReference = textOf(fields['pspReference'], TEXT);
  const originalReference = textOf(fields['originalReference'] ?? '', TEXT);
  const merchantAccount = textOf(fields['merchantAccountCode'], TEXT);
  const merchantReference = textOf(fields['merchantReference'] ?? '', REFERENCE);
  const eventCode = textOf(fields['eventCode'], TEXT);
  const signature = textOf(additional['hmacSignature'], TEXT);
  const amount = readAmount(fieldsOf(fields['amount']));
  if (pspReference === undefined || originalReference === undefined) return undefined;
  if (merchantAccount === undefined || merchantReference === undefined) return undefined;
  if (eventCode === undefined || signature === undefined || !amount) return undefined;
  if (success !== 'true' && success !== 'false') return undefined;
  return {
    pspReference,
    originalReference,
    merchantAccount,
    merchantReference,
    amount,
    eventCode,
    isSuccess: success === 'true',
    signature,
    eventDate: fields['eventDate'],
    reason: fields['reason'],
    additional,
  };
}

function readAmount(fields: Fields | undefined): Money | undefined {
  const { value } = fields ?? {};
  const currency = textOf(fields?.['currency'], CURRENCY);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
  return currency === undefined ? undefined : { minor: BigInt(value), currency };
}

type SignedItem = Omit<WebhookItem, 'signature' | 'eventDate' | 'reason' | 'additional'>;

/** Base64 of the HMAC-SHA256 of the item; the key is in hexadecimal. */
export function signItem(item: SignedItem, key: Secret<string>): string {
  const signed = [
    item.pspReference,
    item.originalReference,
    item.merchantAccount,
    item.merchantReference,
    item.amount.minor,
    item.amount.currency,
    item.eventCode,
    item.isSuccess,
  ].join(':');
  return createHmac('sha256', Buffer.from(open(key), 'hex'))
    .update(signed)
    .digest('base64');
}

/** By any of the keys. */
export function isAuthentic(item: WebhookItem, keys: readonly Secret<string>[]): boolean {
  return keys.some((key) => {
    const [given, expected] = [Buffer.from(item.signature), Buffer.from(signItem(item, key))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
