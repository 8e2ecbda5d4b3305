// Brings the database of an installation to the schema of this version, or refuses one that is not.

import { isoTime, type Clock } from '../../core/clock.ts';
import { StorageUnusable } from '../data-directory.ts';
import { refuseOtherEnvironment, type Environment } from '../installation.ts';
import { compareApplied, migrate } from '../migrate.ts';
import type { Storage } from '../open.ts';
import type { MigrationLog } from './locks.ts';
import type { Migration } from './parse.ts';

interface InstallationParts {
  readonly storage: Storage;
  readonly migrations: readonly Migration[];
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: MigrationLog;
}

/** Resolves to the names of the migrations that were applied. */
export function migrateInstallation(parts: InstallationParts): Promise<string[]> {
  const { storage, migrations, environment, clock } = parts;
  return storage.runLongWork(async (database) => {
    await refuseOtherEnvironment(database, environment);
    const { schema } = storage;
    return migrate(database, migrations, isoTime(clock.now()), { ...parts, schema });
  });
}

/** For nodes that do not migrate by themselves. */
export async function refuseMissing({ storage, migrations }: InstallationParts): Promise<void> {
  const { missing } = await compareApplied(storage.database, migrations, storage.schema);
  const [first] = missing;
  if (!first) return;
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  const what = `the database lacks the migration ${first.name}${others}`;
  throw new StorageUnusable(`${what}, and BRAMKA_MIGRATE is off: run \`bramka migrate\` first`);
}
