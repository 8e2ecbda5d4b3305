// Assembles the simulated parties on a database, for the command line and for the sandbox's own
// process.

import type { FastifyInstance } from 'fastify';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { readMigrations, type Migration } from '@bramka/gateway/storage/migrate.ts';
import { parties as allParties } from './parties.ts';
import { noFaults, type ActiveFaults } from './party/fault.ts';
import type { Connection, OpenParty, Party, PartyContext, SandboxJob } from './party/party.ts';
import { pluginOf } from './party/serve-routes.ts';

interface SandboxParts {
  readonly parties?: readonly Party[];
  readonly database: Database;
  /** The journal's database, if it has connections of its own. */
  readonly journalDatabase?: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** Absent: none. */
  readonly faults?: ActiveFaults;
  /** A request that takes longer than this is lost. Absent: no request is lost. */
  readonly maxInFlightMs?: number;
  /** The public URL of the server, and the path before the names of the parties on it. */
  readonly publicUrl: () => string;
  readonly prefix: string;
  /** Absent: callers need no key. */
  readonly keyOf?: (party: string) => Secret<string> | null;
  readonly mayCall: PartyContext['mayCall'];
  /** Absent: the gateway is another process. */
  readonly gatewayCredentials?: PartyContext['gatewayCredentials'];
}

export interface Sandbox {
  readonly jobs: readonly SandboxJob[];
  /** Adds the HTTP APIs and pages of all parties. */
  mount(app: FastifyInstance): void;
  /** Connects the gateway in the same process to every party. */
  connect(
    timeoutMs: number,
  ): Required<Pick<Connection, 'providers' | 'tokenServices' | 'wallets'>> & Connection;
  /**
   * Sets up what must be there before the first request, also after a reset; `merchantIds` are the
   * demo merchants of a gateway in the same process.
   */
  prepare(merchantIds: readonly string[]): Promise<void>;
  /** Resolves when no party processes a request, or after a short time limit. */
  quiet(): Promise<void>;
  /** Resolves when everything submitted so far is committed. */
  close(): Promise<void>;
}

const ownMigrations = readMigrations(new URL('../migrations/', import.meta.url), 'sandbox/');

/** Must be applied before the first request. */
export function migrationsOf(parties: readonly Party[]): readonly Migration[] {
  return [...ownMigrations, ...parties.flatMap(({ migrations = [] }) => migrations)];
}

export const sandboxMigrations = migrationsOf(allParties);

export const JOURNAL_LANES = 2;
const BATCH_SIZE = 64;

export function composeSandbox(parts: SandboxParts): Sandbox {
  const { parties = allParties, database, prefix } = parts;
  const journal = groupCommit(sqlCommitter(parts.journalDatabase ?? database), {
    lanes: database.kind === 'embedded' ? 1 : JOURNAL_LANES,
    batchSize: BATCH_SIZE,
    defer: setImmediate,
  });
  const opened = openAll(parties, parts, journal);
  const open = [...opened.values()];
  return {
    jobs: open.flatMap(({ jobs = [] }) => jobs),
    mount(app) {
      for (const [{ name, openPages = [] }, { routes }] of opened) {
        const plugin = pluginOf(routes, { key: parts.keyOf?.(name) ?? null, openPages });
        void app.register(plugin, { prefix: `${prefix}/${name}` });
      }
    },
    connect(timeoutMs) {
      const connections = open.flatMap((party) => party.connect?.(timeoutMs) ?? []);
      const directory = connections.find((one) => one.directory)?.directory;
      return {
        providers: connections.flatMap(({ providers = [] }) => providers),
        tokenServices: connections.flatMap(({ tokenServices = [] }) => tokenServices),
        wallets: mergeWallets(connections),
        ...(directory ? { directory } : {}),
      };
    },
    async prepare(merchantIds) {
      await Promise.all(open.map(async (party) => party.prepare?.(merchantIds)));
    },
    async quiet() {
      await Promise.all(open.map(async (party) => party.quiet?.()));
    },
    async close() {
      await journal.idle();
      await Promise.all(open.map(async (party) => party.close?.()));
    },
  };
}

type Wallets = NonNullable<Connection['wallets']>;

function mergeWallets(connections: readonly Connection[]): Wallets {
  return connections.reduce<Wallets>((all, { wallets }) => ({ ...all, ...wallets }), {});
}

/** In the order of the list; a party that another one needs is opened first. */
function openAll(
  parties: readonly Party[],
  parts: SandboxParts,
  journal: Journal,
): ReadonlyMap<Party, OpenParty> {
  const opened = new Map<Party, OpenParty | 'opening'>();
  const context: PartyContext = {
    database: parts.database,
    journal,
    clock: parts.clock,
    ids: parts.ids,
    random: parts.random,
    faults: parts.faults ?? noFaults,
    maxInFlightMs: parts.maxInFlightMs ?? Infinity,
    publicUrl: parts.publicUrl,
    prefix: parts.prefix,
    keyOf: parts.keyOf ?? (() => null),
    mayCall: parts.mayCall,
    gatewayCredentials: parts.gatewayCredentials ?? (() => undefined),
    peer: (party) => openOne(party).api,
  };
  const openOne = <Api>(party: Party<Api>): OpenParty<Api> => {
    const known = opened.get(party);
    if (known === 'opening') return defect(`the party ${party.name} needs itself`);
    if (known) return known as OpenParty<Api>;
    opened.set(party, 'opening');
    const made = party.open(context);
    opened.set(party, made);
    return made;
  };
  return new Map(parties.map((party) => [party, openOne(party)]));
}
