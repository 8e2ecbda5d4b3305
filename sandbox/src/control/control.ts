// The control API of the sandbox, put together: a clock that all nodes share, faults, and the way
// back to an empty house. Production has none of it.

import type { Clock, MovableClock } from '@bramka/gateway/core/clock.ts';
import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { route, type Route } from '@bramka/gateway/http/endpoint.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { moveSandboxClock, readSandboxClock, type ClockParts } from './endpoints/clock.ts';
import { readFaults, setFaults, type FaultParts } from './endpoints/faults.ts';
import { resetSandbox, type ResetParts } from './endpoints/reset.ts';
import { readTriggers } from './endpoints/triggers.ts';
import type { Faults } from './faults.ts';
import { openPanel, type Panel } from './panel.ts';
import { guarded } from '../wire/browser-guard.ts';
import type { Trigger } from '../trigger.ts';

export interface ControlParts {
  readonly database: Database;
  readonly base: Clock;
  readonly movable: MovableClock;
  readonly ids: RenewableIds;
  /** Absent when no simulated provider is here to fail. */
  readonly faults?: Faults;
}

/** Brings this node to what the panel says, and keeps it there. */
export function openControl(parts: ControlParts): Promise<Panel> {
  let resets: number | undefined;
  return openPanel({
    database: parts.database,
    base: parts.base,
    nodeId: parts.ids.next(),
    obey(state) {
      parts.movable.set(state.clock);
      parts.faults?.set(state.faults);
      if (resets !== undefined && resets !== state.resets) parts.ids.renew();
      resets = state.resets;
    },
  });
}

export interface RenewableIds extends Ids {
  /** Ids never go back in time, but after a reset the clock has. */
  renew(): void;
}

export function renewableIds(clock: Clock, random: RandomBytes): RenewableIds {
  let ids = createIds(clock, random);
  return {
    next: () => ids.next(),
    renew: () => void (ids = createIds(clock, random)),
  };
}

/** What stands before every path of the sandbox inside a gateway. */
const PREFIX = '/sandbox';

export function controlRoutes(parts: ClockParts & ResetParts): Route[] {
  return guarded(
    [
      route('GET', '/sandbox/clock', readSandboxClock(parts)),
      route('POST', '/sandbox/clock', moveSandboxClock(parts)),
      route('POST', '/sandbox/reset', resetSandbox(parts)),
    ],
    PREFIX,
  );
}

/** Routes about the simulated providers, which are absent when a real one is named. */
export function providerRoutes(parts: FaultParts, triggers: readonly Trigger[]): Route[] {
  return guarded(
    [
      route('GET', '/sandbox/triggers', readTriggers(triggers)),
      route('GET', '/sandbox/faults', readFaults(parts)),
      route('POST', '/sandbox/faults', setFaults(parts)),
    ],
    PREFIX,
  );
}
