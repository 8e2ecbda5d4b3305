// Citus is PostgreSQL whose schemas may be on other servers. What a connection to it needs, and how
// a schema becomes one that Citus places and moves as a whole.

import type { ClientBase } from 'pg';
import { statement, type Queryable } from '../database.ts';
import { ConnectionLost } from '../errors.ts';

/** They replace others, so they are set after the connection was made. */
const citusSettings: Readonly<Record<string, string>> = {
  // A generic plan of Citus does not know the node, and some statements have none.
  plan_cache_mode: 'force_custom_plan',
  // A schema is distributed when it is complete: our first migrations need more than Citus allows.
  'citus.enable_schema_based_sharding': 'off',
  // Our triggers only refuse changes of rows, so they do their work on any node.
  'citus.enable_unsafe_triggers': 'on',
  // Several changes of one schema in one transaction need one connection to its node.
  'citus.multi_shard_modify_mode': 'sequential',
  // Warnings must arrive, see `watchCommits`.
  client_min_messages: 'warning',
};

export const citusQuery = Object.entries(citusSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');

const uncertain = new WeakSet<ClientBase>();

/**
 * Citus reports success although a node was lost during its commit: there is only a warning, sent
 * before the answer.
 */
export function watchCommits(client: ClientBase): void {
  client.on('notice', ({ message }) => {
    if (message?.startsWith('failed to commit transaction on')) uncertain.add(client);
  });
}

/** Throws if it is unknown whether the last commit took effect. */
export function refuseUncertainCommit(client: ClientBase): void {
  if (!uncertain.has(client)) return;
  throw new ConnectionLost(new Error('a node of Citus was lost during a commit'));
}

const findCitus = statement('citus.find', `select 1 from pg_extension where extname = 'citus'`);
const distribute = {
  name: 'citus.distribute',
  text: `select citus_schema_distribute(oid) from pg_namespace where nspname = $1
    and not exists (select 1 from pg_dist_schema where schemaid = pg_namespace.oid)`,
};

/** Distributes a schema on Citus unless it is; elsewhere it does nothing. */
export async function distributeSchema(tx: Queryable, schema: string): Promise<void> {
  // Citus does not distribute this one.
  if (schema === 'public' || (await tx.run(findCitus)).length === 0) return;
  await tx.run(distribute, [schema]);
}
