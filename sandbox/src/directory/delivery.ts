// Delivers a result: the directory server posts the RReq to the exact URL that the 3DS server named
// in its AReq.

import { jsonCalls } from '@bramka/gateway/http/outgoing.ts';
import type { DeliverResult } from '../acs/result.ts';

const LIMIT_MS = 5_000;

export interface ClosableDelivery {
  readonly deliver: DeliverResult;
  close(): Promise<void>;
}

export function httpDelivery(timeoutMs = LIMIT_MS): ClosableDelivery {
  const calls = jsonCalls({ key: null, timeoutMs });
  return { deliver: (url, rreq) => calls.post(url, rreq), close: () => calls.close() };
}
