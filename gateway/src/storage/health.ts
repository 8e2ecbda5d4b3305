// Whether the database answers, for the health check.

import { statement, type Queryable } from './database.ts';

const ping = statement('health.ping', 'select 1 as alive');

export function answers(database: Queryable): Promise<boolean> {
  return database.run(ping).then(
    () => true,
    () => false,
  );
}
