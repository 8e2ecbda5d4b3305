// What only Citus does: it knows which node has a schema, and moves schemas between nodes.
import { ask } from '../support/journal/database-server.ts';

export interface CitusCluster {
  /** The node of a schema as host:port, or undefined if the schema is not distributed. */
  nodeOf(schema: string): Promise<string | undefined>;
  /** Moves the schema to another node; undefined if there is none. */
  move(schema: string): Promise<string | undefined>;
}

/** Undefined where Citus is not installed in the database. */
export async function openCitus(url: string): Promise<CitusCluster | undefined> {
  const installed = await ask(url, `select 1 from pg_extension where extname = 'citus'`);
  if (installed.length === 0) return undefined;
  const nodeOf = async (schema: string): Promise<string | undefined> => {
    const rows = await ask<{ node: string }>(
      url,
      `select distinct nodename || ':' || nodeport as node from citus_shards
       where table_name::text like '${schema}.%' and exists (
         select 1 from citus_schemas where schema_name::text = '${schema}')`,
    );
    if (rows.length > 1) throw new Error(`${schema} is on ${rows.length} nodes`);
    return rows[0]?.node;
  };
  return {
    nodeOf,
    async move(schema) {
      const from = await nodeOf(schema);
      const nodes = await ask<{ host: string; port: number }>(
        url,
        `select nodename as host, nodeport as port from pg_dist_node
         where isactive and shouldhaveshards and noderole = 'primary' order by 1, 2`,
      );
      const to = nodes.find(({ host, port }) => `${host}:${port}` !== from);
      if (!to) return undefined;
      await ask(url, `select citus_schema_move('${schema}', '${to.host}', ${to.port})`);
      return nodeOf(schema);
    },
  };
}
