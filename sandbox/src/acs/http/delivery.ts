// Delivers a result: the directory server posts the RReq to the exact URL that the 3DS server named
// in its AReq.

import { jsonCalls } from '@bramka/gateway/http/outgoing.ts';
import { faultyDelivery, type FaultyDeliveryParts } from '../../party/faulty-delivery.ts';
import type { DeliverResult } from '../result.ts';

const LIMIT_MS = 5_000;

interface ClosableDelivery {
  readonly deliver: DeliverResult;
  close(): Promise<void>;
}

export function httpDelivery(timeoutMs = LIMIT_MS): ClosableDelivery {
  const calls = jsonCalls({ key: null, timeoutMs, loadsLate: true });
  return { deliver: (url, rreq) => calls.post(url, rreq), close: () => calls.close() };
}

/** The same delivery with injected faults. */
export function faultyResults(send: DeliverResult, parts: FaultyDeliveryParts): DeliverResult {
  const deliver = faultyDelivery('acs', 'rreq', parts);
  return (url, rreq, isFirst) => deliver(() => send(url, rreq, isFirst), isFirst);
}
