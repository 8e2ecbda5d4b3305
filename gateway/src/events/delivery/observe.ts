// What follows from each delivery besides its record: metrics, the health of its receiver, and an
// alarm with a log line for every event that was refused or has failed.

import type { Clock } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { rateLimit } from '../../http/limits.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { DeliveryAttempt } from '../delivery-attempt.ts';
import type { ReceiverWatch } from './health.ts';

/** The part of an attempt that the observer uses once the result is recorded. */
export type EndedAttempt = Pick<
  DeliveryAttempt,
  'merchantId' | 'eventId' | 'url' | 'startedAt' | 'result' | 'cause' | 'httpStatus'
>;

export interface DeliveryObserver {
  /** An attempt begins. `lagMs`: the time since the commit, for the first attempt of an event. */
  onStart(lagMs: number | null): void;
  /** The receiver has answered, or no answer is expected any more. */
  onAnswer(): void;
  /** The result is recorded. The subject of the event is a payment or a tokenization. */
  onResult(attempt: EndedAttempt, subjectId: string): void;
}

interface ObserverParts {
  readonly metrics: Pick<Metrics, 'deliveries' | 'deliveryLag' | 'deliveriesInFlight' | 'alarms'>;
  readonly health: Pick<ReceiverWatch, 'onResult'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: {
    warn(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
}

/** Lines about one merchant per second; a bad address must not fill the log. */
const LINES_PER_SECOND = 5;
/** Addresses whose receiver is remembered. */
const MAX_ORIGINS = 1000;

export function createDeliveryObserver({
  metrics,
  health,
  clock,
  log,
}: ObserverParts): DeliveryObserver {
  const lines = rateLimit(LINES_PER_SECOND, clock.monotonicMs);
  const unlogged = new Map<string, number>();
  const origins = new Map<string, string>();
  const knownOrigin = (url: string): string => {
    const remembered = origins.get(url);
    if (remembered !== undefined) return remembered;
    if (origins.size >= MAX_ORIGINS) origins.clear();
    const origin = originOf(url);
    origins.set(url, origin);
    return origin;
  };

  /** The counter counts every event; the next line says how many lines were left out. */
  const report = (attempt: EndedAttempt, paymentId: string): void => {
    const { merchantId, eventId, result, cause, httpStatus } = attempt;
    const isFailed = result === 'FAILED';
    const alarm = isFailed ? 'event-failed' : 'event-refused';
    metrics.alarms.inc({ alarm });
    const leftOut = unlogged.get(merchantId) ?? 0;
    if (lines.isExhausted(merchantId)) {
      unlogged.set(merchantId, leftOut + 1);
      return;
    }
    lines.take(merchantId);
    unlogged.delete(merchantId);
    const more = leftOut === 0 ? {} : { leftOut };
    const ids = { merchantId, eventId, paymentId };
    const facts = { alarm, ...ids, cause, ...present({ httpStatus }), ...more };
    if (isFailed) log.error(facts, 'an event was not delivered: all attempts have failed');
    else log.warn(facts, 'an event was not delivered: the receiver refused it');
  };

  return {
    onStart(lagMs) {
      metrics.deliveriesInFlight.inc();
      if (lagMs !== null) metrics.deliveryLag.observe(Math.max(0, lagMs) / 1000);
    },
    onAnswer: () => metrics.deliveriesInFlight.dec(),
    onResult(attempt, subjectId) {
      const { merchantId, url, result, cause, startedAt } = attempt;
      metrics.deliveries.inc({ result, cause });
      health.onResult(merchantId, knownOrigin(url), cause, result, startedAt);
      if (result === 'FAILED' || result === 'REFUSED') report(attempt, subjectId);
    },
  };
}

/** The receiver of an address, such as https://shop.example:8443. */
function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}
