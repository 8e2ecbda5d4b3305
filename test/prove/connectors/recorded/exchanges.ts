// Exchanges with a witness, recorded while a proof runs, and replayed by tests without it. A proof
// is a list of steps; each has what was sent and answered, and what the adapter made of it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

interface Exchange<Sent, Answer> {
  readonly sent: Sent;
  /** Null: none. */
  answer: Answer | null;
}

export interface Step<Sent = unknown, Answer = unknown> {
  readonly name: string;
  readonly exchanges: Exchange<Sent, Answer>[];
  outcome: unknown;
}

export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface Exchanges<Sent, Answer> {
  readonly step: RunStep;
  /** The answer to what the adapter sent. If it rejects, the connection is closed. */
  readonly answerTo: (sent: Sent) => Promise<Answer>;
  /** To be called after the last step. */
  readonly end: () => void;
}

/** `ask` brings what is sent to the witness. */
export function record<Sent, Answer>(
  steps: Step<Sent, Answer>[],
  ask: (sent: Sent) => Promise<Answer>,
): Exchanges<Sent, Answer> {
  let current: Step<Sent, Answer> | undefined;
  return {
    async step(name, work) {
      const own: Step<Sent, Answer> = { name, exchanges: [], outcome: null };
      current = own;
      steps.push(own);
      const outcome = await work();
      own.outcome = plain(outcome);
      return outcome;
    },
    async answerTo(sent) {
      const exchange: Exchange<Sent, Answer> = { sent, answer: null };
      current?.exchanges.push(exchange);
      exchange.answer = await ask(sent);
      return exchange.answer;
    },
    end: () => undefined,
  };
}

const HINT = 'prove and record anew with npm run prove -- --connectors --record';

/** Fails unless every step sends exactly what is recorded and has the recorded outcome. */
export function replay<Sent, Answer>(
  steps: readonly Step<Sent, Answer>[],
): Exchanges<Sent, Answer> {
  const left = [...steps];
  let awaited: Exchange<Sent, Answer>[] = [];
  const unexpected: Sent[] = [];
  return {
    async step(name, work) {
      const recorded = left.shift();
      assert.ok(recorded?.name === name, `${name}: it is not recorded here; ${HINT}`);
      awaited = [...recorded.exchanges];
      const [done] = await Promise.allSettled([work()]);
      const notSent = awaited.map(({ sent }) => sent);
      assert.deepEqual(unexpected, notSent, `${name}: other messages than recorded; ${HINT}`);
      if (done.status === 'rejected') throw done.reason;
      assert.deepEqual(plain(done.value), recorded.outcome, `${name}: another outcome; ${HINT}`);
      return done.value;
    },
    // What is sent at the same time may arrive in any order.
    async answerTo(sent) {
      const at = awaited.findIndex((one) => isDeepStrictEqual(one.sent, sent));
      const [exchange] = at < 0 ? [] : awaited.splice(at, 1);
      if (!exchange) {
        unexpected.push(sent);
        throw new Error('this message is not recorded');
      }
      return exchange.answer ?? new Promise<never>(() => undefined);
    },
    end() {
      assert.deepEqual(unexpected, [], `other messages than recorded; ${HINT}`);
      assert.deepEqual(left, [], `recorded steps did not happen; ${HINT}`);
    },
  };
}

/** As it is written to a file. */
function plain(outcome: unknown): unknown {
  const text = JSON.stringify(outcome ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return JSON.parse(text) as unknown;
}

export const recordings = import.meta.dirname;
const fileOf = (connector: string, folder: string) => join(folder, `${connector}.json`);

export function readRecording<Sent, Answer>(
  connector: string,
  folder = recordings,
): Step<Sent, Answer>[] {
  return JSON.parse(readFileSync(fileOf(connector, folder), 'utf8')) as Step<Sent, Answer>[];
}

export function writeRecording(connector: string, folder: string, steps: readonly Step[]): void {
  writeFileSync(fileOf(connector, folder), `${JSON.stringify(steps, null, 2)}\n`);
}
