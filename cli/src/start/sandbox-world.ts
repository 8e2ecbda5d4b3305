// The world of a sandbox gateway: a clock that can be moved, the control API and, unless a real
// acquirer is named, the simulated one inside this process. Production never comes here.

import { plainAcquirer } from '@bramka/gateway/acquirers/plain/plain.acquirer.ts';
import { localTransport } from '@bramka/gateway/acquirers/plain/transport.ts';
import type { BackDoor } from '@bramka/gateway/app.ts';
import { movableClock, systemClock } from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { LaunchOptions, Surroundings, World } from '@bramka/gateway/launch.ts';
import { restoreDemoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { plainSurroundings } from '@bramka/gateway/surroundings.ts';
import { acquirerDescription } from '@bramka/sandbox/acquirer/described.ts';
import { acquirerRoutes } from '@bramka/sandbox/acquirer/server.ts';
import { composeSandbox, sandboxMigrations } from '@bramka/sandbox/compose.ts';
import {
  controlRoutes,
  openControl,
  providerRoutes,
  renewableIds,
  type RenewableIds,
} from '@bramka/sandbox/control/control.ts';
import { createFaults } from '@bramka/sandbox/control/faults.ts';
import { faultyAcquirer } from '@bramka/sandbox/control/faulty-acquirer.ts';
import type { Panel } from '@bramka/sandbox/control/panel.ts';

const ACQUIRER_PATH = '/sandbox/acquirer';

export function sandboxWorld(): Omit<LaunchOptions, 'config'> {
  const movable = movableClock(systemClock);
  const ids = renewableIds(movable.clock, systemRandom);
  return {
    clock: movable.clock,
    ids,
    migrations: sandboxMigrations,
    async surround(world) {
      const { database } = world.storage;
      const faults = createFaults(database);
      const panel = await openControl({ database, base: systemClock, movable, ids, faults });
      const around =
        world.config.acquirerUrl === null
          ? simulated(world, { panel, ids, faults })
          : real(world, panel);
      return {
        ...around,
        async close() {
          await panel.close();
          await around.close();
        },
      };
    },
  };
}

/** The acquirer is somebody else's: only clock and reset are ours. */
function real(world: World, panel: Panel): Surroundings {
  const quiet = (): Promise<void> => Promise.resolve();
  return { ...plainSurroundings(world), routes: (door) => control(door, panel, quiet) };
}

interface Props {
  readonly panel: Panel;
  readonly ids: RenewableIds;
  readonly faults: ReturnType<typeof createFaults>;
}

/** Its state has a schema of its own in the same database. */
function simulated({ config, storage, clock, random }: World, props: Props): Surroundings {
  const { panel, ids, faults } = props;
  const { providerTimeoutMs, providerMaxInFlightMs: maxInFlightMs } = config;
  const { database, journalDatabase } = storage;
  const parts = { database, journalDatabase, clock, ids, random, maxInFlightMs };
  const sandbox = composeSandbox(parts);
  const acquirer = faultyAcquirer(sandbox.acquirer, { clock, faults, maxInFlightMs });
  const transport = localTransport(
    (verb, request) => acquirer.handle(verb, request),
    clock,
    providerTimeoutMs,
  );
  return {
    acquirers: [plainAcquirer('sandbox', transport, maxInFlightMs)],
    routes: (door) => [
      ...control(door, panel, () => acquirer.quiet()),
      ...providerRoutes({ panel, ids }, sandbox.triggers),
    ],
    described: acquirerDescription(ACQUIRER_PATH),
    mount({ app }) {
      void app.register(acquirerRoutes(acquirer), { prefix: ACQUIRER_PATH });
    },
    close: () => sandbox.idle(),
  };
}

function control({ merchants, workOff }: BackDoor, panel: Panel, quiet: () => Promise<void>) {
  return controlRoutes({
    panel,
    base: systemClock,
    quiet,
    workOff,
    restoreMerchants: () => restoreDemoMerchants(merchants),
  });
}
