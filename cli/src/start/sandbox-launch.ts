// How a sandbox gateway is launched: a clock that can be moved, the control API and, unless a
// provider that takes cards is configured, the simulated parties in this process. Never used in
// production.

import { fileURLToPath } from 'node:url';
import type { SandboxControls } from '@bramka/gateway/app.ts';
import {
  isoTime,
  movableClock,
  systemClock,
  type MovableClock,
} from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { LaunchOptions, ConnectedProviders, ProviderContext } from '@bramka/gateway/launch.ts';
import { demoMerchants, restoreDemoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { httpProviders } from '@bramka/gateway/connect-providers.ts';
import { refuseProblems } from '@bramka/gateway/settings/read-settings.ts';
import { composeSandbox, migrationsOf, type Sandbox } from '@bramka/sandbox/compose.ts';
import {
  controlEndpoints,
  openControl,
  partyEndpoints,
  renewableIds,
  type RenewableIds,
} from '@bramka/sandbox/control/control.ts';
import { createFaults } from '@bramka/sandbox/control/faults.ts';
import type { Panel } from '@bramka/sandbox/control/panel.ts';
import { parties as allParties } from '@bramka/sandbox/parties.ts';
import { allowOwnGateway } from '@bramka/sandbox/party/known-gateways.ts';
import {
  endpointsOf,
  openPagesOf,
  partiesFor,
  problemsOfNames,
} from '@bramka/sandbox/party/list.ts';
import type { GatewayCredentials, Party } from '@bramka/sandbox/party/party.ts';
import { startPages } from '@bramka/sandbox/start/pages/endpoints.ts';
import { guardBrowsers } from '@bramka/sandbox/wire/browser-guard.ts';
import type { ClockReading } from '../clock-text.ts';
import { paymentPage } from './payment-page.ts';
import { connectStartPage } from './start-page.ts';

const sandboxBins = fileURLToPath(new URL('../../../sandbox/data/bins.csv', import.meta.url));
const PREFIX = '/sandbox';

/** The payment page, results that a customer's browser brings, and the key for card fields. */
const openInGateway = ['/pay', '/v1/ecommerce/notifications', '/v1/ecommerce/keys'];

interface SandboxLaunch {
  readonly options: Omit<LaunchOptions, 'config'>;
  /** The clock of the sandbox; it may have been moved before this start. */
  readonly readClock: () => ClockReading;
}

/** `parties`: which parties can be simulated. */
export function sandboxLaunch(parties: readonly Party[] = allParties): SandboxLaunch {
  const movable = movableClock(systemClock);
  return { options: launchOptions(movable, parties), readClock: () => readingOf(movable) };
}

function readingOf({ clock, state }: MovableClock): ClockReading {
  const now = clock.now();
  const offsetSeconds = Math.round((now - systemClock.now()) / 1000);
  return { now: isoTime(now), frozen: state().frozenAt !== null, offsetSeconds };
}

function launchOptions(movable: MovableClock, all: readonly Party[]): SandboxLaunch['options'] {
  const ids = renewableIds(movable.clock, systemRandom);
  return {
    clock: movable.clock,
    ids,
    migrations: migrationsOf(all),
    binTableFile: sandboxBins,
    addPages: paymentPage(() => movable.clock.now()),
    async connectProviders(context) {
      const { database } = context.storage;
      const { isSimulated, sandboxProviders } = context.config;
      refuseProblems(problemsOfNames(all, sandboxProviders));
      const parties = partiesFor(all, sandboxProviders);
      const remote = await httpProviders(context);
      const faults = createFaults(database);
      const panel = await openControl({ database, base: systemClock, movable, ids, faults });
      const providers = isSimulated
        ? simulatedProviders(context, { panel, ids, faults, parties, remote })
        : remoteProviders(remote, panel);
      const openPaths = [...openPagesOf(parties, PREFIX), ...openInGateway];
      const hosts = context.config.sandboxHosts;
      const guard = { publicUrl: context.publicUrl, hosts, openPaths };
      const startPage = connectStartPage(context, ids, isSimulated ? parties : []);
      return {
        ...providers,
        routes: (controls) => [
          ...(providers.routes?.(controls) ?? []),
          ...startPage.routes(controls),
        ],
        described: [...(providers.described ?? []), ...startPages],
        mount(gateway) {
          guardBrowsers(gateway.app, guard);
          if (gateway.internal) guardBrowsers(gateway.internal, guard);
          startPage.mount(gateway.app);
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

/** With a provider elsewhere that takes cards: the sandbox only has its clock and reset. */
function remoteProviders(remote: ConnectedProviders, panel: Panel): ConnectedProviders {
  const nothing = (): Promise<void> => Promise.resolve();
  const sandbox = { quiet: nothing, prepare: nothing };
  return { ...remote, routes: (controls) => control(controls, panel, sandbox) };
}

interface Parts {
  readonly panel: Panel;
  readonly ids: RenewableIds;
  readonly faults: ReturnType<typeof createFaults>;
  readonly parties: readonly Party[];
  readonly remote: ConnectedProviders;
}

const demoIds = demoMerchants.map(({ merchantId }) => merchantId);

/** Their state is in the same database, in a schema of its own. */
function simulatedProviders(context: ProviderContext, parts: Parts): ConnectedProviders {
  const { panel, ids, faults, parties, remote } = parts;
  const { config, storage, clock, random, publicUrl } = context;
  const { database, journalDatabase } = storage;
  let credentials: GatewayCredentials | undefined;
  const sandbox = composeSandbox({
    parties,
    database,
    journalDatabase,
    clock,
    ids,
    random,
    faults,
    maxInFlightMs: config.providerMaxInFlightMs,
    publicUrl,
    prefix: PREFIX,
    mayCall: allowOwnGateway(publicUrl, config.directoryUrl),
    gatewayCredentials: () => credentials,
  });
  const connection = sandbox.connect(config.providerTimeoutMs);
  const { providers, tokenServices = [], directory } = remote;
  const isRemote = (name: string): boolean => providers.some((one) => one.name === name);
  const isRemoteScheme = (scheme: string): boolean =>
    tokenServices.some((one) => one.scheme === scheme);
  return {
    ...connection,
    // A provider that is configured replaces the simulated one.
    providers: [...connection.providers.filter(({ name }) => !isRemote(name)), ...providers],
    tokenServices: [
      ...connection.tokenServices.filter(({ scheme }) => !isRemoteScheme(scheme)),
      ...tokenServices,
    ],
    wallets: { ...connection.wallets, ...remote.wallets },
    ...(directory ? { directory } : {}),
    jobs: sandbox.jobs,
    routes(controls) {
      credentials = controls.wallets;
      return [
        ...control(controls, panel, sandbox),
        ...toRoutes(partyEndpoints(parties), { panel, ids }),
      ];
    },
    described: endpointsOf(parties, PREFIX),
    mount: ({ app }) => sandbox.mount(app),
    prepare: () => sandbox.prepare(demoIds),
    async close() {
      await sandbox.close();
      await remote.close();
    },
  };
}

function control(
  { merchants, wallets, credentials, runDue, addDemoDeposits }: SandboxControls,
  panel: Panel,
  sandbox: Pick<Sandbox, 'quiet' | 'prepare'>,
) {
  return toRoutes(controlEndpoints, {
    panel,
    base: systemClock,
    quiet: () => sandbox.quiet(),
    runDue,
    async restoreMerchants() {
      await wallets.clear();
      await credentials.clear();
      await restoreDemoMerchants(merchants);
      await sandbox.prepare(demoIds);
    },
    restoreDeposits: addDemoDeposits,
  });
}
