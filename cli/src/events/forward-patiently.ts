// Forwards an event to a program that may be restarting, and prints one line for each attempt.

import { systemClock } from '@bramka/gateway/core/clock.ts';
import { Failure } from '../failure.ts';
import type { StreamItem } from './event-stream.ts';
import { statusOf } from './event-text.ts';
import { forward, type Forwarded } from './forward.ts';

/** A receiver that is being restarted gets an event again after these pauses. */
const PAUSES_MS = [1000, 2000, 4000, 8000];

interface Forwarding {
  /** The address of the program. */
  readonly target: string;
  readonly item: StreamItem;
  /** What is printed before the answer. */
  readonly line: string;
  readonly print: (text: string) => void;
  readonly stop: AbortSignal;
}

export function checkTarget(target: string | undefined): void {
  if (target === undefined) return;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure('--forward-to must be an address such as http://localhost:3000');
  }
}

/** The last answer; undefined when the user stopped the command. */
export async function forwardPatiently(forwarding: Forwarding): Promise<Forwarded | undefined> {
  const { target, item, line, print, stop } = forwarding;
  for (let turn = 0; ; turn += 1) {
    const result = await forward(target, item, stop);
    if (stop.aborted) return undefined;
    const pauseMs = isTemporary(result) ? PAUSES_MS[turn] : undefined;
    const next = pauseMs === undefined ? '' : `; again in ${pauseMs / 1000} s`;
    print(`${line}  ${answerText(result)}${next}\n`);
    if (pauseMs === undefined) return result;
    await systemClock.sleep(pauseMs, stop);
  }
}

/** Whether the same event may be accepted later. */
export function isTemporary({ status }: Forwarded): boolean {
  return status === null || status >= 500 || status === 429;
}

function answerText({ status, problem, ms }: Forwarded): string {
  return `-> ${status === null ? problem : String(status)} in ${ms} ms`;
}

/** Time, name, subject and the change of its status, if an earlier one was seen. */
export function createLines(): (item: StreamItem) => string {
  const statuses = new Map<string, string>();
  return ({ body }) => {
    const payload = JSON.parse(body) as Record<string, string | number>;
    const event = String(payload['event']);
    const subject = String(payload['tokenizerId'] ?? payload['paymentId'] ?? payload['eventId']);
    const status = statusOf(payload);
    const before = statuses.get(`${event} ${subject}`);
    statuses.set(`${event} ${subject}`, status);
    const change = before === undefined ? status : `${before} -> ${status}`;
    const time = String(payload['occurredAt']).slice(11, 23);
    return `${time}  ${event}  ${subject}  ${change}`;
  };
}
