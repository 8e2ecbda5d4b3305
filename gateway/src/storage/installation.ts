// One row that records the environment of a database, so that a node of another environment refuses
// to start. Installations made before there were root keys also have a check of their master key.

import type { Instant } from '../core/clock.ts';
import { isoTime } from '../core/clock.ts';
import { defect } from '../core/assert.ts';
import { statement, type Database, type Queryable } from './database.ts';

export type Environment = 'sandbox' | 'production';

export class WrongDatabase extends Error {}

interface Installation {
  readonly keyCheck: Uint8Array;
  /** False: everything in this installation is sealed with keys derived from the master key. */
  readonly hasRootKeys: boolean;
}

interface NewInstallation {
  readonly environment: Environment;
  /** Random, so that a gateway of an earlier version refuses to start with any key. */
  readonly keyCheck: Uint8Array;
  readonly at: Instant;
}

const claim = statement(
  'installation.claim',
  `insert into installation (environment, key_check, has_root_keys, created_at)
   values ($1, $2, true, $3) on conflict do nothing`,
);
const read = statement(
  'installation.read',
  `select environment, key_check as "keyCheck", has_root_keys as "hasRootKeys"
   from installation`,
);

/** Only what every version of the table has. */
const readEnvironment = statement(
  'installation.environment',
  'select environment from installation',
);
const findTable = statement(
  'installation.has-table',
  `select to_regclass('installation') is not null as "isFound"`,
);

/** Before anything is changed in a database that may belong to another environment. */
export async function refuseOtherEnvironment(
  database: Queryable,
  environment: Environment,
): Promise<void> {
  const [table] = await database.run<{ isFound: boolean }>(findTable);
  const [row] = table?.isFound ? await database.run<{ environment: string }>(readEnvironment) : [];
  if (row) refuseUnless(environment, row.environment);
}

function refuseUnless(wanted: Environment, actual: string): void {
  if (actual === wanted) return;
  throw new WrongDatabase(`the database belongs to the ${actual} environment, not ${wanted}`);
}

export async function claimInstallation(
  database: Database,
  { environment, keyCheck, at }: NewInstallation,
): Promise<Installation> {
  await database.run(claim, [environment, keyCheck, isoTime(at)]);
  const [installation] = await database.run<Installation & { environment: string }>(read);
  if (!installation) return defect('the row of the installation is missing');
  refuseUnless(environment, installation.environment);
  return installation;
}
