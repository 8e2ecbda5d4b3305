// How a sandbox gateway is launched: a clock that can be moved, the control API and, unless
// BRAMKA_ACQUIRER_URL is set, simulated acquirer, directory servers and ACS in this process. Never
// used in production.

import { fileURLToPath } from 'node:url';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { localTransport } from '@bramka/gateway/providers/plain/transport.ts';
import type { SandboxControls } from '@bramka/gateway/app.ts';
import {
  isoTime,
  movableClock,
  systemClock,
  type MovableClock,
} from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { LaunchOptions, ConnectedProviders, ProviderContext } from '@bramka/gateway/launch.ts';
import { restoreDemoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { httpProviders, httpDirectoryServers } from '@bramka/gateway/connect-providers.ts';
import { localDirectory } from '@bramka/gateway/threeds/directory/transport.ts';
import { acquirerRoutes } from '@bramka/sandbox/acquirer/server.ts';
import { acsRoutes } from '@bramka/sandbox/acs/http/server.ts';
import { acsPages } from '@bramka/sandbox/acs/pages/acs-pages.ts';
import { composeSandbox, sandboxMigrations } from '@bramka/sandbox/compose.ts';
import {
  controlRoutes,
  openControl,
  providerRoutes,
  renewableIds,
  type RenewableIds,
} from '@bramka/sandbox/control/control.ts';
import { sandboxDescription } from '@bramka/sandbox/described.ts';
import { guardCallbacks, allowOwnGateway } from '@bramka/sandbox/directory/callback-guard.ts';
import { httpDelivery } from '@bramka/sandbox/directory/delivery.ts';
import { directoryRoutes } from '@bramka/sandbox/directory/server.ts';
import { createFaults } from '@bramka/sandbox/control/faults.ts';
import { faultyAcquirer } from '@bramka/sandbox/control/faulty-acquirer.ts';
import { faultyDelivery } from '@bramka/sandbox/control/faulty-delivery.ts';
import { faultyDirectory } from '@bramka/sandbox/control/faulty-directory.ts';
import type { Panel } from '@bramka/sandbox/control/panel.ts';
import { guardBrowsers } from '@bramka/sandbox/wire/browser-guard.ts';
import type { ClockReading } from '../clock-text.ts';

const sandboxBins = fileURLToPath(new URL('../../../sandbox/data/bins.csv', import.meta.url));
const PREFIX = '/sandbox';

export interface SandboxLaunch {
  readonly options: Omit<LaunchOptions, 'config'>;
  /** The clock of the sandbox; it may have been moved before this start. */
  readonly readClock: () => ClockReading;
}

export function sandboxLaunch(): SandboxLaunch {
  const movable = movableClock(systemClock);
  return { options: launchOptions(movable), readClock: () => readingOf(movable) };
}

function readingOf({ clock, state }: MovableClock): ClockReading {
  const now = clock.now();
  const offsetSeconds = Math.round((now - systemClock.now()) / 1000);
  return { now: isoTime(now), frozen: state().frozenAt !== null, offsetSeconds };
}

function launchOptions(movable: MovableClock): SandboxLaunch['options'] {
  const ids = renewableIds(movable.clock, systemRandom);
  return {
    clock: movable.clock,
    ids,
    migrations: sandboxMigrations,
    binTableFile: sandboxBins,
    async connectProviders(context) {
      const { database } = context.storage;
      const faults = createFaults(database);
      const panel = await openControl({ database, base: systemClock, movable, ids, faults });
      const providers =
        context.config.acquirerUrl === null
          ? simulatedProviders(context, { panel, ids, faults })
          : remoteProviders(context, panel);
      const guard = { publicUrl: context.publicUrl, prefix: PREFIX, checkHost: true };
      return {
        ...providers,
        mount(gateway) {
          guardBrowsers(gateway.app, guard);
          providers.mount?.(gateway);
        },
        async close() {
          await panel.close();
          await providers.close();
        },
      };
    },
  };
}

/** With an acquirer elsewhere: the sandbox only has its clock and reset. */
function remoteProviders(context: ProviderContext, panel: Panel): ConnectedProviders {
  const quiet = (): Promise<void> => Promise.resolve();
  return { ...httpProviders(context), routes: (controls) => control(controls, panel, quiet) };
}

interface Parts {
  readonly panel: Panel;
  readonly ids: RenewableIds;
  readonly faults: ReturnType<typeof createFaults>;
}

/** Their state is in the same database, in a schema of its own. */
function simulatedProviders(context: ProviderContext, parts: Parts): ConnectedProviders {
  const { panel, ids, faults } = parts;
  const { config, storage, clock, random, publicUrl } = context;
  const { providerTimeoutMs, providerMaxInFlightMs: maxInFlightMs } = config;
  const { database, journalDatabase } = storage;
  const delivery = httpDelivery();
  const sandbox = composeSandbox({
    database,
    journalDatabase,
    clock,
    ids,
    random,
    maxInFlightMs,
    publicUrl,
    prefix: PREFIX,
    deliver: faultyDelivery(delivery.deliver, { clock, faults }),
  });
  const wire = { clock, faults, maxInFlightMs };
  const acquirer = faultyAcquirer(sandbox.acquirer, wire);
  const directory = faultyDirectory(sandbox.directory, wire);
  const toAcquirer = localTransport(
    (verb, request) => acquirer.handle(verb, request),
    clock,
    providerTimeoutMs,
  );
  const toDirectory = localDirectory(
    (organization, message) => directory.handle(organization, message),
    clock,
    providerTimeoutMs,
  );
  const quiet = async (): Promise<void> => {
    await Promise.all([acquirer.quiet(), directory.quiet()]);
  };
  const named = httpDirectoryServers(context);
  return {
    providers: [plainAcquirer('sandbox', toAcquirer, maxInFlightMs)],
    directory: named?.send ?? toDirectory,
    jobs: sandbox.jobs,
    routes: (controls) => [
      ...control(controls, panel, quiet),
      ...providerRoutes({ panel, ids }, sandbox.triggers),
    ],
    described: sandboxDescription(PREFIX),
    mount({ app }) {
      void app.register(acquirerRoutes(acquirer), { prefix: `${PREFIX}/acquirer` });
      const mayCall = allowOwnGateway(publicUrl, config.directoryUrl);
      const guarded = guardCallbacks(directory, mayCall);
      void app.register(directoryRoutes(guarded), { prefix: `${PREFIX}/directory` });
      void app.register(acsRoutes(sandbox.acs), { prefix: `${PREFIX}/acs` });
      void app.register(acsPages(sandbox.acs, { prefix: () => PREFIX }), {
        prefix: `${PREFIX}/acs`,
      });
    },
    async close() {
      await sandbox.idle();
      await delivery.close();
      await named?.close();
    },
  };
}

function control({ merchants, runDue }: SandboxControls, panel: Panel, quiet: () => Promise<void>) {
  return controlRoutes({
    panel,
    base: systemClock,
    quiet,
    runDue,
    restoreMerchants: () => restoreDemoMerchants(merchants),
  });
}
