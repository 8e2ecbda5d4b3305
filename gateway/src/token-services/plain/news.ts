// News of a token service: verified over the exact bytes and the time of sending before anything is
// read. Each attempt to deliver a message is signed anew.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { fieldsOf, textOf } from '../../core/json/fields.ts';
import type { Key } from '../../core/seal.ts';
import { open, secret } from '../../core/secret.ts';
import type { SignedNews, TokenNews } from '../token-news.ts';
import { tokenStatuses, type TokenScheme } from '../network-token.ts';
import { LAST_FOUR, optionalText, readSequence, REFERENCE, YEAR_MONTH } from './read-answer.ts';

/** A message that was signed earlier or later than this is a replay, or a clock is wrong. */
export const NEWS_TOLERANCE_MS = 5 * 60_000;

/** The header `Signature`: the time in seconds and the HMAC-SHA256 of `<time>.<body>`. */
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export function isNewsAuthentic({ body, signature }: SignedNews, key: Key, at: Instant): boolean {
  const [, seconds = '', mac = ''] = SIGNATURE.exec(signature ?? '') ?? [];
  if (seconds === '') return false;
  const isTrue = timingSafeEqual(hmac(key, seconds, body), Buffer.from(mac, 'hex'));
  return isTrue && Math.abs(at - Number(seconds) * 1000) <= NEWS_TOLERANCE_MS;
}

function hmac(key: Key, seconds: string, body: string): Buffer {
  return createHmac('sha256', open(key)).update(`${seconds}.${body}`).digest();
}

/** Undefined if the text is not exactly news of this scheme. */
export function readNews(text: string, scheme: TokenScheme): TokenNews | undefined {
  const fields = fieldsOf(parseJson(text)) ?? {};
  const eventId = textOf(fields['eventId'], REFERENCE);
  const instrumentRef = textOf(fields['instrumentRef'], REFERENCE);
  const sequence = readSequence(fields['sequence']);
  const status = tokenStatuses.find((one) => one === fields['status']);
  const expiry = optionalText(fields['expiry'], YEAR_MONTH);
  const cardExpiry = optionalText(fields['cardExpiry'], YEAR_MONTH);
  const cardLastFour = optionalText(fields['cardLastFour'], LAST_FOUR);
  const visualId = optionalText(fields['visualId'], REFERENCE);
  if (fields['scheme'] !== scheme || !eventId || !instrumentRef || !status) return undefined;
  if (sequence === undefined || expiry === undefined || cardExpiry === undefined) return undefined;
  if (cardLastFour === undefined || visualId === undefined) return undefined;
  return {
    eventId,
    scheme,
    instrumentRef,
    sequence,
    status,
    expiry: expiry === null ? null : secret(expiry),
    cardLastFour,
    cardExpiry: cardExpiry === null ? null : secret(cardExpiry),
    visualId,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
