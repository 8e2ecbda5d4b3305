// The load generator, in its own thread: every connection sends one request after another on a raw
// socket until time is up or there are no more. It shares the machine with what it measures, so it
// does as little as possible.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { Job, JobResult } from './load.ts';
import { agreed, operationWrites, paymentWriter, readsOf } from './requests.ts';
import { responseReader } from './response.ts';

interface Tally {
  /** Requests are sent until this is set. */
  over: boolean;
  measuring: boolean;
  /** Called when there is nothing left to send, or after an error. */
  readonly stop: () => void;
  answers: number;
  failure: string | undefined;
  readonly latenciesMs: number[];
}

/** The next request of a connection; undefined if there are no more. */
type NextRequest = () => Buffer | undefined;

let orders = 0;

async function run(job: Job): Promise<JobResult> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const tally: Tally = {
    over: false,
    measuring: false,
    stop,
    answers: 0,
    failure: undefined,
    latenciesMs: [],
  };
  const sockets = await openSockets(job);
  const connection = requestsOf(job);
  const expected = job.kind === 'operations' ? agreed[job.operation] : [];
  const startMs = performance.now();
  const ends = sockets.map((socket, position) => {
    const waitMs = job.everyMs === undefined ? () => 0 : turns(startMs, job, job.everyMs, position);
    return drive(socket, connection(), expected, tally, waitMs);
  });
  await sleep(job.rampMs);
  const fromMs = Date.now();
  tally.measuring = true;
  await Promise.race([sleep(job.measureMs), stopped]);
  const toMs = Date.now();
  tally.measuring = false;
  tally.over = true;
  await Promise.all(ends);
  for (const socket of sockets) socket.destroy();
  const latenciesMs = Float64Array.from(tally.latenciesMs);
  return { fromMs, toMs, answers: tally.answers, failure: tally.failure, latenciesMs };
}

/** Prepares the requests; all connections share them, each with its own order numbers. */
function requestsOf(job: Job): () => NextRequest {
  const { target } = job;
  if (job.kind === 'payments') {
    return () => paymentWriter(target, job.paymentKind, () => (orders += 1));
  }
  if (job.kind === 'operations') {
    const writes = operationWrites(target, job.operation, job.paymentIds).values();
    return () => () => writes.next().value;
  }
  const reads = readsOf(target, job.paths);
  let at = 0;
  return () => () => reads[(at += 1) % reads.length];
}

async function openSockets(job: Job): Promise<Socket[]> {
  const sockets = Array.from({ length: job.connections }, () =>
    connect({ host: '127.0.0.1', port: job.target.port, noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

/**
 * How long a connection waits before each of its requests. The requests of all connections are
 * spread evenly over time: those that are answered together must not stay together.
 */
function turns(
  startMs: number,
  { connections }: Job,
  everyMs: number,
  position: number,
): () => number {
  let dueMs = startMs + (everyMs * position) / connections - everyMs;
  return () => Math.max(0, (dueMs += everyMs) - performance.now());
}

/** Resolves when the last answer of this connection has arrived, or on an error. */
function drive(
  socket: Socket,
  next: NextRequest,
  expected: readonly string[],
  tally: Tally,
  waitMs: () => number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fail = (why: string): void => {
    tally.failure ??= why;
    tally.over = true;
    tally.stop();
    resolve();
  };
  let sentMs = 0;
  const send = (): void => {
    if (tally.over) return resolve();
    const request = next();
    if (request === undefined) {
      tally.over = true;
      tally.stop();
      return resolve();
    }
    sentMs = performance.now();
    socket.write(request);
  };
  const sendInTurn = (): void => {
    const ms = tally.over ? 0 : waitMs();
    if (ms === 0) send();
    else setTimeout(send, ms);
  };
  const read = responseReader((status, body) => {
    if (status !== 200 || !expected.every((text) => body.includes(text))) {
      return fail(`status ${status}: ${body.toString()}`);
    }
    tally.answers += 1;
    if (tally.measuring) tally.latenciesMs.push(performance.now() - sentMs);
    sendInTurn();
  });
  socket.on('data', read);
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('the gateway closed a connection'));
  sendInTurn();
  return promise;
}

parentPort?.on('message', (job: Job) => {
  void run(job).then((result) => parentPort?.postMessage(result));
});
