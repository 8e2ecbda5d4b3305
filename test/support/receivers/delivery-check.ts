// Checks what receivers got against the promises of delivery: repeats are byte-identical, nothing
// comes after it was accepted or refused, and the events of a payment come in their order.
import type { ReceivedRequest } from './receiver.ts';

/** What the receiver did with a request, as the gateway must understand it. */
export type ReceiverResult = 'accepted' | 'refused' | 'again';

export interface Delivery {
  readonly eventId: string;
  readonly subject: string;
  readonly sequence: number;
  readonly body: string;
  readonly path: string;
  readonly result: ReceiverResult;
}

interface Message {
  readonly eventId: string;
  readonly paymentId?: string;
  readonly tokenizerId?: string;
  readonly sequence: number;
}

export function deliveryOf({ body, path }: ReceivedRequest, result: ReceiverResult): Delivery {
  const text = body.toString();
  const { eventId, paymentId, tokenizerId, sequence } = JSON.parse(text) as Message;
  const subject = tokenizerId ?? paymentId ?? eventId;
  return { eventId, subject, sequence, body: text, path, result };
}

/**
 * Problems in deliveries in the order in which they arrived. `isRepeatAllowed`: after a crash the
 * last result may be unknown to the gateway, so an accepted event may come once more.
 */
export function findViolations(
  deliveries: readonly Delivery[],
  { isRepeatAllowed = false } = {},
): string[] {
  const first = new Map<string, Delivery>();
  const ended = new Map<string, ReceiverResult>();
  const position = new Map<string, number>();
  const problems: string[] = [];
  for (const one of deliveries) {
    const { eventId, subject, sequence, result } = one;
    const known = first.get(eventId);
    if (!known) first.set(eventId, one);
    else if (known.body !== one.body || known.path !== one.path) {
      problems.push(`${eventId} came again with other bytes or at another path`);
    }
    const end = ended.get(eventId);
    if (end && !isRepeatAllowed) problems.push(`${eventId} came after it was ${end}`);
    const reached = position.get(subject) ?? 0;
    const isNext = sequence === reached + 1;
    if (!isNext && !(end && sequence === reached)) {
      problems.push(`${subject} got ${sequence} when ${reached} had ended`);
    }
    if (result === 'again') continue;
    ended.set(eventId, result);
    position.set(subject, Math.max(reached, sequence));
  }
  return problems;
}

/** Events that no receiver has accepted or refused. */
export function findMissing(deliveries: readonly Delivery[], eventIds: Iterable<string>): string[] {
  const ended = new Set<string>();
  for (const { eventId, result } of deliveries) if (result !== 'again') ended.add(eventId);
  return [...eventIds].filter((eventId) => !ended.has(eventId));
}
