// Parses and validates the CReq that a browser posts: base64url JSON with the ids of one challenge.

import { isUuid } from '@bramka/gateway/core/id.ts';
import { readJsonObject } from '@bramka/gateway/core/json/read-object.ts';

interface BrowserCReq {
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly sessionData: string | null;
}

const BASE64URL = /^[A-Za-z0-9_-]{1,4096}={0,2}$/;
const SESSION_DATA = /^[\x21-\x7e]{1,1024}$/;
const WINDOW_SIZE = /^0[1-5]$/;

/** Undefined if it is malformed. An empty form field counts as absent. */
export function readCReq(creq: string, sessionData: string | undefined): BrowserCReq | undefined {
  const fields = BASE64URL.test(creq) ? readJsonObject(Buffer.from(creq, 'base64url')) : undefined;
  if (fields?.['messageType'] !== 'CReq') return undefined;
  const { messageVersion, threeDSServerTransID, acsTransID, challengeWindowSize = '01' } = fields;
  const isKept = sessionData !== undefined && sessionData !== '';
  if (isKept && !SESSION_DATA.test(sessionData)) return undefined;
  if (typeof challengeWindowSize !== 'string' || !WINDOW_SIZE.test(challengeWindowSize)) {
    return undefined;
  }
  if (typeof messageVersion !== 'string' || !isId(threeDSServerTransID) || !isId(acsTransID)) {
    return undefined;
  }
  const kept = isKept ? sessionData : null;
  return { messageVersion, threeDSServerTransID, acsTransID, sessionData: kept };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value);
}
