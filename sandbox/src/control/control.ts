// The control API of the sandbox: a clock that all nodes share, fault injection, and reset to an
// empty database. Not available in production.

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
import { describeGuard } from '../wire/browser-guard.ts';

export interface ControlParts {
  readonly database: Database;
  readonly base: Clock;
  readonly movable: MovableClock;
  readonly ids: RenewableIds;
  /** Absent if this node runs no simulated provider. */
  readonly faults?: Faults;
}

/** Applies the state stored in the database to this node, and keeps following it. */
export function openControl(parts: ControlParts): Promise<Panel> {
  let resets: number | undefined;
  return openPanel({
    database: parts.database,
    base: parts.base,
    nodeId: parts.ids.next(),
    applyState(state) {
      parts.movable.set(state.clock);
      parts.faults?.set(state.faults);
      if (resets !== undefined && resets !== state.resets) parts.ids.renew();
      resets = state.resets;
    },
  });
}

export interface RenewableIds extends Ids {
  /** Generated ids never go back in time, but a reset sets the clock back. */
  renew(): void;
}

export function renewableIds(clock: Clock, random: RandomBytes): RenewableIds {
  let ids = createIds(clock, random);
  return {
    next: () => ids.next(),
    renew: () => void (ids = createIds(clock, random)),
  };
}

export function controlRoutes(parts: ClockParts & ResetParts): Route[] {
  return describeGuard([
    route('GET', '/sandbox/clock', readSandboxClock(parts)),
    route('POST', '/sandbox/clock', moveSandboxClock(parts)),
    route('POST', '/sandbox/reset', resetSandbox(parts)),
  ]);
}

/** Routes about the simulated parties; absent if a real provider is configured. */
export function partyRoutes(parts: FaultParts): Route[] {
  return describeGuard([
    route('GET', '/sandbox/triggers', readTriggers(parts.parties)),
    route('GET', '/sandbox/faults', readFaults(parts)),
    route('POST', '/sandbox/faults', setFaults(parts)),
  ]);
}
