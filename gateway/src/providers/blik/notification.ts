// Notifications of the BLIK operator: the result of a payment, news about an alias, or both. The
// signature over the exact bytes, or the bearer token, is checked before anything is read.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../core/id.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { open, secret, type Secret } from '../../core/secret.ts';
import {
  aliasStatuses,
  type AliasNews,
  type AttemptNews,
  type ProviderMessage,
  type ProviderNews,
} from '../provider-message.ts';
import { readResult } from './messages.ts';

/** Where the gateway receives them (specification 4.4). */
export const BLIK_NOTIFICATION_PATH = '/v1/ecommerce/notifications/blikweb/status';

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
  { text, header }: Pick<ProviderMessage, 'text' | 'header'>,
  key: Secret<string>,
): boolean {
  const signature = header('signature');
  if (signature !== undefined) return isBlikSignature(text, signature, key);
  const given = BEARER.exec(header('authorization') ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(open(key)));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Undefined if the message is not exactly a known one. */
export function readBlikNotification(
  fields: Fields,
): Pick<ProviderNews, 'attempts' | 'aliases'> | undefined {
  const result = fields['orderId'] === undefined ? null : readResultNews(fields);
  const alias = fields['alias'] === undefined ? null : readAliasNews(fields);
  if (result === undefined || alias === undefined || (!result && !alias)) return undefined;
  return { attempts: result ? [result] : [], aliases: alias ? [alias] : [] };
}

const MINOR = /^(0|[1-9][0-9]{0,14})$/;

function readResultNews(fields: Fields): AttemptNews | undefined {
  const { orderId, status, amountMinor, currency } = fields;
  if (typeof orderId !== 'string' || !isUuid(orderId)) return undefined;
  const finding = readResult(status, fields);
  if (!finding) return undefined;
  if (finding.kind !== 'approved') return { attemptId: orderId, finding, amount: null };
  const minor = textOf(amountMinor, MINOR);
  if (minor === undefined || typeof currency !== 'string') return undefined;
  return { attemptId: orderId, finding, amount: { minor: BigInt(minor), currency } };
}

const MERCHANT_ID = /^[\x21-\x7e]{1,64}$/;
/** Three to 64 printable ASCII characters. */
const ALIAS = /^[\x20-\x7e]{3,64}$/;

export function merchantOf({ merchantId }: Fields): string | undefined {
  return textOf(merchantId, MERCHANT_ID);
}

function readAliasNews(fields: Fields): AliasNews | undefined {
  const merchantId = merchantOf(fields);
  const { type, value, status } = fieldsOf(fields['alias']) ?? {};
  const alias = textOf(value, ALIAS);
  if (merchantId === undefined || alias === undefined) return undefined;
  if (type !== 'UID' && type !== 'PAYID') return undefined;
  const known = aliasStatuses.find((one) => one === status);
  return known && { merchantId, type, alias: secret(alias), status: known };
}
