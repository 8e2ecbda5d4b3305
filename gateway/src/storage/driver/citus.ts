// Citus is PostgreSQL whose schemas may be on other servers. What a connection to it needs: these
// settings replace others, so they are set after the connection was made.

const citusSettings: Readonly<Record<string, string>> = {
  // A generic plan of Citus does not know the node, and some statements have none.
  plan_cache_mode: 'force_custom_plan',
  // A new schema is a distributed one: all its tables are on one node, and move together.
  'citus.enable_schema_based_sharding': 'on',
  // Our triggers only refuse changes of rows, so they do their work on any node.
  'citus.enable_unsafe_triggers': 'on',
  // Several changes of one schema in one transaction need one connection to its node.
  'citus.multi_shard_modify_mode': 'sequential',
};

export const citusQuery = Object.entries(citusSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');
