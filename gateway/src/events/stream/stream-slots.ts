// Counts the open event streams of each merchant and of the node, and refuses those above the
// limits.

import { Refusal } from '../../core/refusals.ts';

export const MAX_PER_MERCHANT = 5;
export const MAX_PER_NODE = 200;
const RETRY_SECONDS = 5;

interface StreamSlots {
  readonly has: (merchantId: string) => boolean;
  /** Returns the function that gives the slot back. */
  readonly take: (merchantId: string) => () => void;
}

export function createStreamSlots(onCount: (open: number) => void): StreamSlots {
  const perMerchant = new Map<string, number>();
  let open = 0;
  const add = (merchantId: string, change: 1 | -1): void => {
    const count = (perMerchant.get(merchantId) ?? 0) + change;
    if (count === 0) perMerchant.delete(merchantId);
    else perMerchant.set(merchantId, count);
    onCount((open += change));
  };
  return {
    has: (merchantId) => perMerchant.has(merchantId),
    take(merchantId) {
      if ((perMerchant.get(merchantId) ?? 0) >= MAX_PER_MERCHANT) {
        throw tooMany(`The merchant has ${MAX_PER_MERCHANT} open event streams on this node`);
      }
      if (open >= MAX_PER_NODE) throw tooMany(`This node has ${MAX_PER_NODE} open event streams`);
      add(merchantId, 1);
      return () => add(merchantId, -1);
    },
  };
}

function tooMany(what: string): Refusal {
  const sentence = `${what}. Close one, or read GET /v1/ecommerce/events instead.`;
  return new Refusal('TOO_MANY_STREAMS', [], RETRY_SECONDS, sentence);
}
