// The load generator itself, in a thread of its own: every connection sends one request after the
// other on a raw socket until time is up. It shares the machine with what it measures, so it does
// as little as it can.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { Job, JobResult } from './load.ts';
import { paymentWriter, statusReads } from './requests.ts';
import { responseReader } from './response.ts';

interface Tally {
  /** Requests are sent until this is set. */
  over: boolean;
  measuring: boolean;
  answers: number;
  failure: string | undefined;
  readonly latenciesMs: number[];
}

let orders = 0;

async function run(job: Job): Promise<JobResult> {
  const tally: Tally = {
    over: false,
    measuring: false,
    answers: 0,
    failure: undefined,
    latenciesMs: [],
  };
  const sockets = await openSockets(job);
  const reads = job.kind === 'reads' ? statusReads(job.target, job.paymentIds) : [];
  let at = 0;
  const nextRead = (): Buffer => reads[(at += 1) % reads.length] as Buffer;
  const ends = sockets.map((socket) => {
    const write =
      job.kind === 'payments' ? paymentWriter(job.target, () => (orders += 1)) : nextRead;
    return drive(socket, write, tally);
  });
  await sleep(job.rampMs);
  const fromMs = Date.now();
  tally.measuring = true;
  await sleep(job.measureMs);
  const toMs = Date.now();
  tally.measuring = false;
  tally.over = true;
  await Promise.all(ends);
  for (const socket of sockets) socket.destroy();
  const latenciesMs = Float64Array.from(tally.latenciesMs);
  return { fromMs, toMs, answers: tally.answers, failure: tally.failure, latenciesMs };
}

async function openSockets(job: Job): Promise<Socket[]> {
  const sockets = Array.from({ length: job.connections }, () =>
    connect({ host: '127.0.0.1', port: job.target.port, noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

/** Resolves when the last answer of this connection has come, or when something went wrong. */
function drive(socket: Socket, write: () => Buffer, tally: Tally): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fail = (why: string): void => {
    tally.failure ??= why;
    tally.over = true;
    resolve();
  };
  let sentMs = 0;
  const send = (): void => {
    sentMs = performance.now();
    socket.write(write());
  };
  const read = responseReader((status, body) => {
    if (status !== 200) return fail(`status ${status}: ${body.toString()}`);
    tally.answers += 1;
    if (tally.measuring) tally.latenciesMs.push(performance.now() - sentMs);
    if (tally.over) resolve();
    else send();
  });
  socket.on('data', read);
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('the gateway closed a connection'));
  send();
  return promise;
}

parentPort?.on('message', (job: Job) => {
  void run(job).then((result) => parentPort?.postMessage(result));
});
