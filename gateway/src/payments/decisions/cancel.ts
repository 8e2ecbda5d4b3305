// The end of a payment that has taken no money yet: cancelled by merchant or customer, or expired
// (specification section 3, row 7, and validTime).

import type { RejectCode } from '../../providers/reject-codes.ts';
import { isSettled } from '../../providers/attempt.ts';
import { advance } from '../advance.ts';
import type { Loaded } from '../payment.ts';
import {
  dropCard,
  dropDeadline,
  newDecision,
  setPayment,
  type Decision,
  type Now,
} from './decision.ts';

/**
 * NEW or PENDING becomes CANCELLED at once. A provider call in progress continues: its outcome is
 * recorded, and a success is reversed. Until then no other payment of the order may go to a
 * provider.
 */
export function decideCancel(loaded: Loaded, rejectCode: RejectCode | null, now: Now): Decision {
  return end(newDecision(loaded), 'cancel', rejectCode, now);
}

/** Refused while a provider call is in progress: then the outcome decides. */
export function decideExpire(loaded: Loaded, now: Now): Decision {
  return expireIn(newDecision(loaded), now);
}

/** The same in an entry that has already been started. */
export function expireIn(decision: Decision, now: Now): Decision {
  return end(decision, 'expire', 'EXPIRED', now);
}

function end(
  decision: Decision,
  on: 'cancel' | 'expire',
  rejectCode: RejectCode | null,
  now: Now,
): Decision {
  const { attempts, payment: before } = decision.loaded;
  const holdsOrder = before.holdsOrder && !attempts.every(isSettled);
  const facts = { rejectCode, holdsOrder, dataRequest: null, ...dropCard(decision) };
  const moment = { at: now.at, eventId: now.ids.next(), attempts };
  const { payment, event } = advance(before, on, facts, moment);
  dropDeadline(decision);
  return setPayment(decision, payment, event);
}
