// Parses what shops post to the pages: base64url JSON in a form field, as in EMV 3-D Secure. Only
// http and https URLs are ever used as a form's action.

import { readJsonObject } from '@bramka/gateway/core/json/read-object.ts';

export interface FingerprintData {
  readonly threeDSServerTransID: string;
  readonly notificationUrl: URL;
}

const BASE64 = /^[A-Za-z0-9_+/-]+={0,2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const URL_LENGTH_MAX = 256;

/** Whether the text looks like a CReq; the ACS validates its contents. */
export function looksLikeCReq(text: string): boolean {
  return objectIn(text)?.['messageType'] === 'CReq';
}

export function readFingerprintData(text: string): FingerprintData | undefined {
  const { threeDSServerTransID, threeDSMethodNotificationURL } = objectIn(text) ?? {};
  if (typeof threeDSServerTransID !== 'string' || !UUID.test(threeDSServerTransID))
    return undefined;
  if (typeof threeDSMethodNotificationURL !== 'string') return undefined;
  if (threeDSMethodNotificationURL.length > URL_LENGTH_MAX) return undefined;
  const notificationUrl = webUrl(threeDSMethodNotificationURL);
  return notificationUrl && { threeDSServerTransID, notificationUrl };
}

export function writeFingerprintData(threeDSServerTransID: string): string {
  return Buffer.from(JSON.stringify({ threeDSServerTransID })).toString('base64url');
}

/** An http or https URL; undefined for anything else, in particular javascript: URLs. */
export function webUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  return BASE64.test(text) ? readJsonObject(Buffer.from(text, 'base64url')) : undefined;
}
