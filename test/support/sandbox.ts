// The control API of a running sandbox, with defaults: clock, faults, reset.
import assert from 'node:assert/strict';
import type { Client, Json } from './client.ts';

export const DAY_SECONDS = 86_400;

export interface ClockReply {
  readonly now: string;
  readonly frozen: boolean;
  readonly offsetSeconds: number;
  readonly fired: Readonly<Record<string, number>>;
  readonly finished: boolean;
}

export async function readClock(client: Client): Promise<ClockReply> {
  const reply = await client.call<ClockReply>('GET', '/sandbox/clock');
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

export async function moveClock(client: Client, body: Json): Promise<ClockReply> {
  const reply = await client.call<ClockReply>('POST', '/sandbox/clock', { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

export function advance(client: Client, seconds: number): Promise<ClockReply> {
  return moveClock(client, { advance: seconds });
}

/** Replaces the acquirer's faults; without arguments it removes them. */
export async function setFaults(client: Client, ...faults: Json[]): Promise<void> {
  const provider = 'acquirer';
  const body =
    faults.length === 0
      ? { provider, clear: true }
      : faults.map((fault) => ({ provider, ...fault }));
  const reply = await client.call('POST', '/sandbox/faults', { body });
  assert.equal(reply.status, 200, reply.text);
}

export async function reset(client: Client, body: Json = {}): Promise<void> {
  const reply = await client.call('POST', '/sandbox/reset', { body });
  assert.equal(reply.status, 200, reply.text);
}
