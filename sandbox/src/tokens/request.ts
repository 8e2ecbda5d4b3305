// Parses and validates requests of the token service protocol, independently of the gateway.

import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { organizationOf } from '../wire/cards/card-number.ts';
import { fieldsOf, MalformedRequest, text, uuid } from '../wire/fields.ts';
import type { Safe } from './numbers.ts';
import { schemeOrganizations, type Scheme } from './rows.ts';

export interface ProvisionRequest {
  readonly requestId: string;
  readonly merchantId: string;
  readonly card: string;
  /** YYYYMM. */
  readonly cardExpiry: string;
  readonly notificationUrl: string;
}

const MERCHANT_ID = /^[\x21-\x7e]{1,64}$/;
const YEAR_MONTH = /^20\d\d(0[1-9]|1[0-2])$/;
const CARD_NUMBER = /^\d{12,19}$/;

export async function readProvision(request: unknown, safe: Safe): Promise<ProvisionRequest> {
  const fields = fieldsOf(request, 'body');
  const requestId = uuid(fields, 'requestId');
  const encrypted = text(fields, 'encCardInfo', /^.{1,4096}$/);
  const info = await safe.decrypt(encrypted, 'encCardInfo');
  // The card belongs to this request: it cannot be taken from another one.
  if (info['requestId'] !== requestId) throw new MalformedRequest('encCardInfo');
  const notificationUrl = text(fields, 'notificationUrl', /^https?:\/\/[\x21-\x7e]{1,480}$/);
  if (!URL.canParse(notificationUrl)) throw new MalformedRequest('notificationUrl');
  return {
    requestId,
    merchantId: text(fields, 'merchantId', MERCHANT_ID),
    card: text(info, 'number', CARD_NUMBER),
    cardExpiry: text(info, 'expiry', YEAR_MONTH),
    notificationUrl,
  };
}

export function readCryptogram(request: unknown) {
  const fields = fieldsOf(request, 'body');
  return {
    instrumentRef: uuid(fields, 'instrumentRef'),
    merchantId: text(fields, 'merchantId', MERCHANT_ID),
    amountMinor: BigInt(text(fields, 'amountMinor', /^(0|[1-9]\d{0,17})$/)),
    currency: text(fields, 'currency', /^[A-Z]{3}$/),
  };
}

export function readReference(request: unknown): string {
  return uuid(fieldsOf(request, 'body'), 'instrumentRef');
}

export function readVisual(request: unknown): { instrumentRef: string; visualId: string } {
  const fields = fieldsOf(request, 'body');
  const visualId = text(fields, 'visualId', /^[\w-]{1,64}$/);
  return { instrumentRef: uuid(fields, 'instrumentRef'), visualId };
}

/** Whether the scheme issues tokens for a card: the organization and the check digit. */
export function fitsScheme(scheme: Scheme, card: string): boolean {
  return organizationOf(card) === schemeOrganizations[scheme] && passesLuhn(card);
}
