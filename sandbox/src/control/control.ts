// The control API of the sandbox: a clock that all nodes share, fault injection, and reset to an
// empty database. Not available in production.

import type { Clock, MovableClock } from '@bramka/gateway/core/clock.ts';
import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { moveSandboxClock, readSandboxClock, type ClockDeps } from './endpoints/clock.ts';
import { readFaults, setFaults, type FaultDeps } from './endpoints/faults.ts';
import { resetSandbox, type ResetDeps } from './endpoints/reset.ts';
import { readTriggers } from './endpoints/triggers.ts';
import type { Faults } from './faults.ts';
import { openPanel, type Panel } from './panel.ts';
import type { Party } from '../party/party.ts';
import { withGuard } from '../wire/browser-guard.ts';

interface ControlParts {
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

export const controlEndpoints: readonly HandledEndpoint<ClockDeps & ResetDeps>[] = withGuard([
  readSandboxClock,
  moveSandboxClock,
  resetSandbox,
]);

/** Endpoints about the simulated parties; not served if a real provider is configured. */
export function partyEndpoints(parties: readonly Party[]): HandledEndpoint<FaultDeps>[] {
  return withGuard([readTriggers(parties), readFaults(parties), setFaults(parties)]);
}
