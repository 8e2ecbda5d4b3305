// Notifications of the BLIK operator: the result of a payment, news about an alias, or both. The
// signature over the exact bytes, or the bearer token, is checked before anything is read.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../core/id.ts';
import { open, secret, type Secret } from '../../core/secret.ts';
import type { Outcome } from '../outcome.ts';
import { fieldsOf, readResult, type Fields } from './messages.ts';

/** Where the gateway receives them (specification 4.4). */
export const BLIK_NOTIFICATION_PATH = '/v1/ecommerce/notifications/blikweb/status';

/** REGISTERED and UNREGISTERED at the bank; DECLINED: the customer did not want the alias. */
export const aliasStatuses = ['REGISTERED', 'UNREGISTERED', 'DECLINED'] as const;
export type AliasStatus = (typeof aliasStatuses)[number];

export interface AliasNews {
  readonly merchantId: string;
  readonly type: 'UID' | 'PAYID';
  readonly alias: Secret<string>;
  readonly status: AliasStatus;
}

export interface ResultNews {
  /** The order id at the operator is the id of our attempt. */
  readonly attemptId: string;
  readonly finding: Outcome;
  /** APPROVED only: what was paid. */
  readonly paid: { readonly amountMinor: bigint; readonly currency: string } | null;
}

export interface BlikNotification {
  readonly result: ResultNews | null;
  readonly alias: AliasNews | null;
}

/** Lower-case hex of the HMAC-SHA256 of the body. */
export function signBlikNotification(body: string | Buffer, key: Secret<string>): string {
  return createHmac('sha256', open(key)).update(body).digest('hex');
}

export function isBlikSignature(
  body: string | Buffer,
  signature: unknown,
  key: Secret<string>,
): boolean {
  // The format first, because timingSafeEqual needs two buffers of the same length.
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = signBlikNotification(body, key);
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(expected, 'hex'));
}

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** By its signature; only a message without one may have the operator's bearer token instead. */
export function isAuthenticBlik(
  { body, signature, authorization }: BlikProofs,
  key: Secret<string>,
): boolean {
  if (signature !== undefined) return isBlikSignature(body, signature, key);
  const given = BEARER.exec(authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(open(key)));
}

interface BlikProofs {
  readonly body: string;
  readonly signature: string | undefined;
  readonly authorization: string | undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Undefined if the message is not exactly a known one. */
export function readBlikNotification(body: unknown): BlikNotification | undefined {
  const fields = fieldsOf(body);
  if (!fields) return undefined;
  const result = fields['orderId'] === undefined ? null : readResultNews(fields);
  const alias = fields['alias'] === undefined ? null : readAliasNews(fields);
  if (result === undefined || alias === undefined) return undefined;
  return result === null && alias === null ? undefined : { result, alias };
}

const MINOR = /^(0|[1-9][0-9]{0,14})$/;

function readResultNews(fields: Fields): ResultNews | undefined {
  const { orderId, status, amountMinor, currency } = fields;
  if (typeof orderId !== 'string' || !isUuid(orderId)) return undefined;
  const finding = readResult(status, fields);
  if (!finding) return undefined;
  if (finding.kind !== 'approved') return { attemptId: orderId, finding, paid: null };
  const isPaid = typeof amountMinor === 'string' && MINOR.test(amountMinor);
  if (!isPaid || typeof currency !== 'string') return undefined;
  return { attemptId: orderId, finding, paid: { amountMinor: BigInt(amountMinor), currency } };
}

const MERCHANT_ID = /^[\x21-\x7e]{1,64}$/;
/** Three to 64 printable ASCII characters. */
export const ALIAS = /^[\x20-\x7e]{3,64}$/;

function readAliasNews(fields: Fields): AliasNews | undefined {
  const { merchantId } = fields;
  const { type, value, status } = fieldsOf(fields['alias']) ?? {};
  if (typeof merchantId !== 'string' || !MERCHANT_ID.test(merchantId)) return undefined;
  if (type !== 'UID' && type !== 'PAYID') return undefined;
  if (typeof value !== 'string' || !ALIAS.test(value)) return undefined;
  const known = aliasStatuses.find((one) => one === status);
  return known && { merchantId, type, alias: secret(value), status: known };
}
