// One request at a time that the gateway answers when the payment changes.

import { isGood } from '../page/load-facts.ts';
import type { PaymentRecord } from '../page/state.ts';
import { NoAnswer, type Calls } from './calls.ts';
import type { Store } from './store.ts';

/** How long the gateway holds a request while nothing changes. */
const WAIT_SECONDS = 25;
/** An earlier answer without a change means that the gateway holds too many requests. */
const EARLY_MS = (WAIT_SECONDS - 2) * 1000;

type PushResult =
  /** The payment differs from what the page shows. */
  | 'changed'
  /** Ask again at once. */
  | 'same'
  /** Ask again later. */
  | 'refused'
  /** No answer, perhaps no connection. */
  | 'lost'
  /** Another call is already waiting. */
  | 'waiting';

/** The answer of GET …/payment/{paymentId}/status, as far as it is used. */
type StatusRecord = Pick<PaymentRecord, 'status' | 'dataRequest' | 'rejectCode'> & {
  readonly version: number;
};

export function createPush(store: Store, calls: Calls) {
  let isWaiting = false;
  let seen: number | undefined;
  const ask = async (): Promise<PushResult> => {
    const query = seen === undefined ? '' : `?wait=${String(WAIT_SECONDS)}&after=${String(seen)}`;
    const askedMs = performance.now();
    const answer = await calls.read(`${store.facts().path}/status${query}`);
    // The link is no longer valid.
    if (answer.status === 404) return 'changed';
    if (!isGood(answer)) return 'refused';
    const status = answer.body as StatusRecord;
    const isOther = (seen !== undefined && status.version !== seen) || differs(store, status);
    const isEarly = seen !== undefined && performance.now() - askedMs < EARLY_MS;
    seen = status.version;
    if (isOther) return 'changed';
    return isEarly ? 'refused' : 'same';
  };
  return {
    async wait(): Promise<PushResult> {
      if (isWaiting) return 'waiting';
      isWaiting = true;
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return 'lost';
      } finally {
        isWaiting = false;
      }
    },
  };
}

const statusFields = ['status', 'dataRequest', 'rejectCode'] as const;

/** Before the first answer there is no version to compare. */
function differs(store: Store, now: StatusRecord): boolean {
  const payment = store.state().facts?.payment;
  return statusFields.some((name) => payment?.[name] !== now[name]);
}
