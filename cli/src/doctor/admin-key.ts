// The operator key that a gateway with these settings has.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';

/** Undefined if it is neither set nor in the data directory. */
export function adminKeyOf({ adminKey, dataDir }: Config): string | undefined {
  if (adminKey) return open(adminKey);
  const file = join(dataDir, 'admin.key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
