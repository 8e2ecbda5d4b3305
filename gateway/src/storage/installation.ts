// One row that records the environment and the master key of a database, so that a node of another
// environment or with another key refuses to start.

import type { Instant } from '../core/clock.ts';
import { isoTime } from '../core/clock.ts';
import { fingerprint, type Key } from '../core/seal.ts';
import { statement, type Database } from './database.ts';

export type Environment = 'sandbox' | 'production';

export class WrongDatabase extends Error {}

const claim = statement(
  'installation.claim',
  `insert into installation (environment, key_check, created_at) values ($1, $2, $3)
   on conflict do nothing`,
);
const read = statement('installation.read', 'select environment, key_check from installation');

export async function claimInstallation(
  database: Database,
  environment: Environment,
  masterKey: Key,
  at: Instant,
): Promise<void> {
  const check = fingerprint(masterKey, 'key check').subarray(0, 8);
  await database.run(claim, [environment, check, isoTime(at)]);
  const rows = await database.run<{ environment: string; key_check: Buffer }>(read);
  const found = rows[0];
  if (found?.environment !== environment) {
    const other = String(found?.environment);
    throw new WrongDatabase(`the database belongs to the ${other} environment, not ${environment}`);
  }
  if (!check.equals(found.key_check)) {
    throw new WrongDatabase('the database was created with another master key');
  }
}
