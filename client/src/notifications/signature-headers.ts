// The headers of a notification that sign it, from whatever form a framework gives headers in.

import { explain, type NotificationError } from './explain.ts';
import { fromBase64, fromHex } from './hmac.ts';

/** A `Headers` object, or names with values as in Node.js. */
export type HeadersOfRequest =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignatureHeaders {
  readonly signature?: Uint8Array;
  readonly previous?: Uint8Array;
  readonly standard?: {
    readonly id: string;
    readonly timestamp: number;
    readonly signatures: readonly Uint8Array[];
  };
}

type ReadHeaders =
  | { readonly ok: true; readonly headers: SignatureHeaders }
  | { readonly ok: false; readonly error: NotificationError };

const HMAC_BYTES = 32;
/** Two are sent while a secret is replaced; more would only cost time. */
const SIGNATURES_MAX = 8;

const standardNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export function readHeaders(headers: HeadersOfRequest, allowsSignatureOnly: boolean): ReadHeaders {
  const signature = valueOf(headers, 'signature');
  const previous = valueOf(headers, 'signature-previous');
  const standard = standardNames.map((name) => valueOf(headers, name));
  const missing = standardNames.find((_name, index) => standard[index] === undefined);
  const hasStandard = standard.some((value) => value !== undefined);
  if (missing !== undefined && (hasStandard || (signature !== undefined && !allowsSignatureOnly)))
    return fault('missing', missing);
  if (signature === undefined && (previous !== undefined || !hasStandard)) {
    return fault('missing', 'Signature');
  }
  const hex = signature === undefined ? undefined : hmacOf(fromHex(signature));
  if (signature !== undefined && !hex) return fault('malformed', 'Signature');
  const oldHex = previous === undefined ? undefined : hmacOf(fromHex(previous));
  if (previous !== undefined && !oldHex) return fault('malformed', 'Signature-Previous');
  const signed = {
    ...(hex ? { signature: hex } : {}),
    ...(oldHex ? { previous: oldHex } : {}),
  };
  if (!hasStandard) return { ok: true, headers: signed };
  const [id = '', timestamp = '', signatures = ''] = standard;
  if (!/^[1-9]\d{0,11}$/.test(timestamp)) return fault('malformed', 'webhook-timestamp');
  const values = signaturesIn(signatures);
  if (values.length === 0) return fault('malformed', 'webhook-signature');
  const stamped = { id, timestamp: Number(timestamp), signatures: values };
  return { ok: true, headers: { ...signed, standard: stamped } };
}

const fault = (what: 'missing' | 'malformed', name: string): ReadHeaders => ({
  ok: false,
  error: explain(`${what}-header`, { name }),
});

function valueOf(given: HeadersOfRequest, name: string): string | undefined {
  if (typeof given.get === 'function') return given.get(name) ?? undefined;
  const found = Object.entries(given).find(([own]) => own.toLowerCase() === name);
  const value = found?.[1] as string | readonly string[] | undefined;
  return typeof value === 'string' ? value : value?.join(', ');
}

/** Of `v1,<base64>` separated by spaces; other versions are skipped. */
function signaturesIn(text: string): Uint8Array[] {
  return text
    .split(' ', SIGNATURES_MAX)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => hmacOf(fromBase64(one.slice(3))))
    .filter((one) => one !== undefined);
}

const hmacOf = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
  bytes?.length === HMAC_BYTES ? bytes : undefined;
