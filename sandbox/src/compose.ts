// Assembles the simulated parties on a database, for the command line and for the sandbox's own
// process.

import type { FastifyInstance } from 'fastify';
import { defect } from '@bramka/gateway/core/assert.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import type { Migration } from '@bramka/gateway/storage/migration/parse.ts';
import { parties as allParties } from './parties.ts';
import { noFaults } from './party/fault.ts';
import type { Connection, OpenParty, Party, PartyContext, SandboxJob } from './party/party.ts';
import { pluginOf } from './party/serve-routes.ts';

/** What parties are opened with where the sandbox is served says nothing else. */
const defaults = {
  faults: noFaults,
  /** No request is lost. */
  maxInFlightMs: Infinity,
  /** Callers need no key. */
  keyOf: () => null,
  /** The gateway is another process. */
  gatewayCredentials: () => undefined,
} satisfies Partial<PartyContext>;
type Default = keyof typeof defaults;

interface SandboxParts
  extends Omit<PartyContext, 'journal' | 'peer' | Default>, Partial<Pick<PartyContext, Default>> {
  /** Those that are simulated. */
  readonly parties: readonly Party[];
  /** The journal's database, if it has connections of its own. */
  readonly journalDatabase?: Database;
}

export type Sandbox = ReturnType<typeof composeSandbox>;

const ownMigrations = readMigrations(new URL('../migrations/', import.meta.url), 'sandbox/');

/** Must be applied before the first request; also those of parties that are not simulated now. */
export function migrationsOf(parties: readonly Party[]): readonly Migration[] {
  return [...ownMigrations, ...parties.flatMap(({ migrations = [] }) => migrations)];
}

export const sandboxMigrations = migrationsOf(allParties);

export const JOURNAL_LANES = 2;
const BATCH_SIZE = 64;

export function composeSandbox(parts: SandboxParts) {
  const { parties, database, prefix } = parts;
  const journal = groupCommit(sqlCommitter(parts.journalDatabase ?? database), {
    lanes: database.kind === 'embedded' ? 1 : JOURNAL_LANES,
    batchSize: BATCH_SIZE,
    defer: setImmediate,
  });
  const opened = openAll(parties, { ...defaults, ...parts, journal });
  const open = [...opened.values()];
  return {
    jobs: open.flatMap(({ jobs = [] }): readonly SandboxJob[] => jobs),
    /** Adds the HTTP APIs and pages of all parties. */
    mount(app: FastifyInstance): void {
      for (const [{ name, openPages = [] }, { routes }] of opened) {
        const plugin = pluginOf(routes, { key: parts.keyOf?.(name) ?? null, openPages });
        void app.register(plugin, { prefix: `${prefix}/${name}` });
      }
    },
    /** Connects the gateway in the same process to every party. */
    connect(timeoutMs: number) {
      const connections = open.flatMap((party) => party.connect?.(timeoutMs) ?? []);
      const directory = connections.find((one) => one.directory)?.directory;
      return {
        providers: firstOfName(connections.flatMap(({ providers = [] }) => providers)),
        tokenServices: connections.flatMap(({ tokenServices = [] }) => tokenServices),
        wallets: mergeWallets(connections),
        ...(directory ? { directory } : {}),
      };
    },
    /**
     * Sets up what must be there before the first request, also after a reset; `merchantIds` are
     * the demo merchants of a gateway in the same process.
     */
    async prepare(merchantIds: readonly string[]): Promise<void> {
      await Promise.all(open.map(async (party) => party.prepare?.(merchantIds)));
    },
    /** Resolves when no party processes a request, or after a short time limit. */
    async quiet(): Promise<void> {
      await Promise.all(open.map(async (party) => party.quiet?.()));
    },
    /** Resolves when everything submitted so far is committed. */
    async close(): Promise<void> {
      await journal.idle();
      await Promise.all(open.map(async (party) => party.close?.()));
    },
  };
}

/** Of several providers with the same name: a party that was named comes before the others. */
function firstOfName<One extends { name: string }>(all: readonly One[]): readonly One[] {
  return all.filter((one, place) => all.findIndex(({ name }) => name === one.name) === place);
}

type Wallets = NonNullable<Connection['wallets']>;

function mergeWallets(connections: readonly Connection[]): Wallets {
  return connections.reduce<Wallets>((all, { wallets }) => ({ ...all, ...wallets }), {});
}

/** In the order of the list; a party that another one needs is opened first. */
function openAll(
  parties: readonly Party[],
  parts: Omit<PartyContext, 'peer'>,
): ReadonlyMap<Party, OpenParty> {
  const opened = new Map<Party, OpenParty | 'opening'>();
  const context: PartyContext = { ...parts, peer: (party) => openOne(party).api };
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
