// GET and POST /sandbox/clock: reads and moves the sandbox clock. The answer is sent when the jobs
// that became due have run and every node has the new time.

import { Type } from 'typebox';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { time } from '@bramka/gateway/http/schema.ts';
import { changeClock, clockView, type ClockRequest } from '../clock-change.ts';
import { moveClock } from '../control.store.ts';
import type { Panel } from '../panel.ts';

export interface ClockDeps {
  readonly panel: Panel;
  readonly base: Clock;
  /** Waits until no simulated provider is processing a request. */
  readonly quiet: () => Promise<void>;
  /** Runs `first` while the jobs are paused, then runs the jobs that are due. */
  readonly runDue: (first: () => Promise<void>) => Promise<DueRun>;
}

interface DueRun {
  readonly fired: Readonly<Record<string, number>>;
  readonly finished: boolean;
}

export const clockFields = {
  now: time('The time of the sandbox'),
  frozen: Type.Boolean({ description: 'Whether the clock is frozen' }),
  offsetSeconds: Type.Integer({ description: 'How far it is ahead of real time' }),
};

export const readSandboxClock = endpoint(
  {
    method: 'GET',
    path: '/sandbox/clock',
    summary: 'Read the clock of the sandbox',
    access: 'open',
    reply: Type.Object(clockFields),
  },
  async ({ panel, base }: Pick<ClockDeps, 'panel' | 'base'>) =>
    clockView((await panel.refresh()).clock, base.now()),
);

export const moveSandboxClock = endpoint(
  {
    method: 'POST',
    path: '/sandbox/clock',
    summary: 'Move, freeze or resume the clock of the sandbox',
    description:
      'Everything uses this clock: expiry, holds, access tokens, retries, retention. It only ' +
      'goes forward. The answer is sent when everything that became due has been started; ' +
      'finished is false if that took too long because a provider does not answer.',
    access: 'open',
    body: Type.Object({
      advance: Type.Optional(Type.Integer({ description: 'Seconds to go forward' })),
      at: Type.Optional(time('The time to go to')),
      freeze: Type.Optional(
        Type.Boolean({
          description: 'true: freeze the clock (after the move), false: let it run again',
        }),
      ),
    }),
    reply: Type.Object({
      ...clockFields,
      fired: Type.Record(Type.String(), Type.Integer(), {
        description: 'How much each job of this node found to do',
      }),
      finished: Type.Boolean({ description: 'Whether all that was due has been done' }),
    }),
    refusals: ['INVALID_REQUEST', 'CHANGED_MEANWHILE'],
  },
  async (deps: ClockDeps, { body }) => {
    const { panel, base, runDue } = deps;
    const { fired, finished } = await runDue(() => move(deps, body));
    await panel.agreed();
    return { ...clockView((await panel.refresh()).clock, base.now()), fired, finished };
  },
);

const MAX_RACES = 20;

async function move({ panel, base, quiet }: ClockDeps, asked: ClockRequest): Promise<void> {
  // A request that is being processed would exceed its time limit and be lost.
  await quiet();
  for (let race = 0; race < MAX_RACES; race += 1) {
    const { version, clock } = await panel.refresh();
    const next = changeClock(clock, asked, base.now());
    let isMoved = false;
    await panel.change(async (tx) => {
      isMoved = (await moveClock(tx, version, next)) !== undefined;
    });
    if (isMoved) return;
  }
  refuse('CHANGED_MEANWHILE');
}
