// The keys of an installation, opened from its database with its master key, as a node of it opens
// them.
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { encryptionByKey } from '@bramka/gateway/storage/keys/key-encryption.ts';
import { openKeys, type GatewayKeys } from '@bramka/gateway/storage/keys/open-keys.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { patience } from '../database.ts';
import type { Installation } from '../installation.ts';

export function openInstallationKeys(
  { masterKey: text }: Pick<Installation, 'masterKey'>,
  database: Database,
): Promise<GatewayKeys> {
  const masterKey = secret(Buffer.from(text, 'base64'));
  return openKeys({
    database,
    encryptions: [encryptionByKey(masterKey, systemRandom)],
    masterKey,
    environment: 'sandbox',
    clock: systemClock,
    random: systemRandom,
    nodeId: createIds(systemClock, systemRandom).next(),
    log: { error: () => undefined },
  });
}

/** Creates the keys of an installation before its gateway starts. */
export async function prepareInstallationKeys(
  installation: Installation,
): Promise<GatewayKeys['stored']> {
  const database =
    installation.databaseUrl === undefined
      ? await openEmbedded(installation.dataDir)
      : openPostgres({ url: installation.databaseUrl, connections: 1, ...patience });
  try {
    await migrate(database, gatewayMigrations, new Date().toISOString());
    return (await openInstallationKeys(installation, database)).stored;
  } finally {
    await database.close();
  }
}
