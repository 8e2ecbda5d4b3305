// A proxy between an adapter and its counterpart, with faults: requests that are lost or arrive
// twice, answers that are lost, late, changed, cut or replaced.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Unknown } from '@bramka/gateway/providers/outcome.ts';
import { openLoopback } from '../../loopback-server.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Fault {
  readonly name: string;
  /** How often the counterpart receives the request; once when absent. */
  readonly arrives?: 0 | 1 | 2;
  /** What the adapter receives; `late`: the right answer, but not before the repair. */
  readonly answer: 'late' | 'hangup' | 'cut' | ((right: Answer, request: string) => Answer);
  /** The adapter ignores this answer and waits for the right one. */
  readonly isIgnored?: true;
}

/** With the reason of the unknown outcome that it must lead to. */
export interface BadFault extends Fault {
  readonly why: Unknown['why'];
}

export interface Wire {
  readonly url: string;
  /** Every call from now on has this fault, or those with a path that `hits` accepts. */
  breakWith(fault: Fault, hits?: (path: string) => boolean): void;
  /** How many requests that the fault hits have arrived since then. */
  arrived(): number;
  /**
   * No call has a fault from now on. Waits until the requests that arrived are performed, and then
   * sends the late answers.
   */
  repair(): Promise<void>;
  close(): void;
}

export async function openWire(counterpartUrl: string): Promise<Wire> {
  const proxy = await openLoopback();
  const { origin, pathname } = new URL(counterpartUrl);
  const performing = new Set<Promise<void>>();
  let late: (() => void)[] = [];
  let fault: Fault | undefined;
  let arrived = 0;
  let isHit = (_path: string): boolean => true;
  proxy.behave = (request, response, body) => {
    const present = isHit(request.url ?? '') ? fault : undefined;
    if (present) arrived += 1;
    const work = forward({ origin, request, body }, present).then((right) => {
      const answer = () => send(response, right, body, present);
      if (present?.answer === 'late') late.push(answer);
      else answer();
    });
    performing.add(work);
    void work.finally(() => performing.delete(work)).catch(() => response.destroy());
  };
  return {
    url: `${proxy.url}${pathname === '/' ? '' : pathname}`,
    breakWith(next, hits = () => true) {
      fault = next;
      isHit = hits;
      arrived = 0;
    },
    arrived: () => arrived,
    async repair() {
      fault = undefined;
      await Promise.all(performing);
      for (const answer of late) answer();
      late = [];
    },
    close: () => proxy.close(),
  };
}

const CUT_BYTES = 1;

function send(
  response: ServerResponse,
  right: Answer,
  request: string,
  fault: Fault | undefined,
): void {
  if (response.destroyed) return;
  const change = fault?.answer;
  if (change === 'hangup') return void response.destroy();
  const { status, body } = typeof change === 'function' ? change(right, request) : right;
  if (change === 'cut') {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) + CUT_BYTES });
    return void response.write(body, () => response.destroy());
  }
  // A redirect must not be followed.
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body);
}

interface Forwarded {
  readonly origin: string;
  readonly request: IncomingMessage;
  readonly body: string;
}

const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
const noAnswer: Answer = { status: 503, body: '{}' };

/** The last answer, if the request arrives at all. */
async function forward(
  { origin, request, body }: Forwarded,
  fault: Fault | undefined,
): Promise<Answer> {
  const { method = 'POST', url = '/', headers } = request;
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  const sent = { method, headers: kept.map(([name, value]) => [name, String(value)]) };
  let answer = noAnswer;
  for (let time = 0; time < (fault?.arrives ?? 1); time += 1) {
    const bodyOf = method === 'GET' ? {} : { body };
    const given = await fetch(new URL(url, origin), { ...sent, ...bodyOf } as RequestInit);
    answer = { status: given.status, body: await given.text() };
  }
  return answer;
}
