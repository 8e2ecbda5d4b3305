// Verifies notifications of the gateway (specification section 6): the header Signature over the
// values, and the headers of Standard Webhooks over the time and the bytes. What is present must be
// valid.

import { differenceHint, explain, originalBody, type NotificationError } from './explain.ts';
import { formError } from './field-forms.ts';
import { readFlatJson, signedText } from './flat-json.ts';
import { bytesOf, fromBase64, hmac, importKey, isEqual, type HmacKey } from './hmac.ts';
import type { Notification } from './notification.ts';
import { readHeaders, type HeadersOfRequest, type SignatureHeaders } from './signature-headers.ts';

export interface VerifyOptions {
  /** The body as it came: the text, or better the bytes. */
  readonly body: string | Uint8Array;
  readonly headers: HeadersOfRequest;
  /** The notification secret; while it is replaced the new and the old one. */
  readonly secrets: string | readonly string[];
  /** How far the time of the message may be from now; by default 300. */
  readonly toleranceSeconds?: number;
  /**
   * Accepts messages without the headers of Standard Webhooks, which the gateway always sends.
   * `Signature` alone covers the values, but neither the names of the fields nor the time, so that
   * anyone who has seen a message can send it again.
   */
  readonly allowSignatureOnly?: boolean;
  /** By default now. */
  readonly now?: Date;
}

export interface VerifiedNotification {
  readonly ok: true;
  readonly event: Notification;
  /** When the gateway sent it; null if only `Signature` was there. */
  readonly sentAt: Date | null;
  /** Something that will fail later: only the old secret matches while it is being replaced. */
  readonly warning: string | null;
}

export type Verification =
  | VerifiedNotification
  | { readonly ok: false; readonly error: NotificationError };

const TOLERANCE_SECONDS = 300;

const PREVIOUS_ONLY =
  'The message is signed with a newer secret too, which is not among the given ones. ' +
  'Add the new notification secret before the old one stops working.';

export async function verifyNotification(options: VerifyOptions): Promise<Verification> {
  const secrets = [options.secrets].flat().filter(Boolean);
  if (secrets.length === 0) return refused(explain('no-secret'));
  const body = textOf(options.body);
  if (typeof body !== 'string') return refused(body);
  const read = readHeaders(options.headers, options.allowSignatureOnly === true);
  if (!read.ok) return refused(read.error);
  const { headers } = read;
  const keys = await Promise.all(secrets.flatMap(keysOf));
  const match = await matchOf(body, headers, keys);
  if (!match.isGood) return refused(await whyNot(body, headers, keys, secrets));
  const flat = readFlatJson(body);
  if (!flat.ok) return refused(explain(flat.code, { name: flat.field }));
  const event = JSON.parse(body) as Notification;
  const form = headers.standard ? undefined : formError({ ...event });
  if (form) return refused(form);
  const late = headers.standard && timeError(headers.standard.timestamp, options);
  if (late) return refused(late);
  return {
    ok: true,
    event,
    sentAt: headers.standard ? new Date(headers.standard.timestamp * 1000) : null,
    warning: match.isPreviousOnly ? PREVIOUS_ONLY : null,
  };
}

const refused = (error: NotificationError): Verification => ({ ok: false, error });

function textOf(body: unknown): string | NotificationError {
  if (typeof body === 'string') {
    if (body === '') return explain('body-empty');
    return /\p{Surrogate}/u.test(body) ? explain('body-not-utf8') : body;
  }
  if (!ArrayBuffer.isView(body)) return explain('body-not-text');
  if (body.byteLength === 0) return explain('body-empty');
  try {
    const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return explain('body-not-utf8');
  }
}

/** A secret in the form of Standard Webhooks, `whsec_` and base64, is also understood. */
function keysOf(secret: string): Promise<HmacKey>[] {
  const decoded = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : undefined;
  return [importKey(bytesOf(secret)), ...(decoded ? [importKey(decoded)] : [])];
}

interface Match {
  readonly isGood: boolean;
  readonly isPreviousOnly: boolean;
}

/** Compares every given signature with every key, so that the time tells nothing. */
async function matchOf(
  body: string,
  headers: SignatureHeaders,
  keys: readonly HmacKey[],
): Promise<Match> {
  const { signature, previous, standard } = headers;
  let current = signature === undefined;
  let old = false;
  let stamped = standard === undefined;
  const flat = readFlatJson(body);
  for (const key of keys) {
    if (flat.ok && signature !== undefined) {
      const expected = await hmac(key, signedText(flat.fields));
      if (isEqual(expected, signature)) current = true;
      if (previous !== undefined && isEqual(expected, previous)) old = true;
    }
    if (standard) {
      const expected = await hmac(key, `${standard.id}.${standard.timestamp}.${body}`);
      for (const one of standard.signatures) if (isEqual(expected, one)) stamped = true;
    }
  }
  return { isGood: (current || old) && stamped, isPreviousOnly: !current && old };
}

/** Looks for the usual mistakes; the message stays refused whatever is found. */
async function whyNot(
  body: string,
  headers: SignatureHeaders,
  keys: readonly HmacKey[],
  secrets: readonly string[],
): Promise<NotificationError> {
  const flat = readFlatJson(body);
  if (!flat.ok && (headers.signature !== undefined || flat.code !== 'duplicate-field')) {
    return explain(flat.code, { name: flat.field });
  }
  const original = originalBody(body);
  if (original !== undefined && original !== body) {
    const { isGood } = await matchOf(original, headers, keys);
    if (isGood) return explain('body-changed', { hint: differenceHint(body, original) });
  }
  const { standard: _standard, ...values } = headers;
  if (headers.standard && headers.signature && (await matchOf(body, values, keys)).isGood) {
    const hint =
      'The values match Signature, but webhook-signature does not match: the body, webhook-id or ' +
      'webhook-timestamp is not what was sent.';
    return explain('body-changed', { hint });
  }
  const trimmed = secrets.map((secret) => secret.trim()).filter((one) => !secrets.includes(one));
  const trimmedKeys = await Promise.all(trimmed.flatMap(keysOf));
  if (trimmedKeys.length > 0 && (await matchOf(body, headers, trimmedKeys)).isGood) {
    const hint = 'It matches without the spaces or line breaks around the secret: remove them.';
    return explain('wrong-secret', { hint });
  }
  const hint = body.includes('\uFFFD')
    ? 'The body contains replacement characters: it was decoded with a wrong character set.'
    : undefined;
  return explain('wrong-secret', hint === undefined ? {} : { hint });
}

function timeError(
  timestamp: number,
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions,
): NotificationError | undefined {
  const ageSeconds = Math.floor(now.getTime() / 1000) - timestamp;
  if (ageSeconds > toleranceSeconds) return explain('too-old', { bySeconds: ageSeconds });
  if (-ageSeconds > toleranceSeconds) {
    return explain('in-the-future', { bySeconds: -ageSeconds });
  }
  return undefined;
}
