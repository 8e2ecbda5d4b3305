// The work of the job `wallet-roots`: reads changed trust files, and shows which of them could not
// be used.

import type { Gauge } from 'prom-client';
import type { TrustFile } from './trust-file.ts';

/** Returns how many files were loaded. */
export async function refreshTrust(
  files: readonly TrustFile<unknown>[],
  failed: Gauge<'file'>,
): Promise<number> {
  let loaded = 0;
  for (const file of files) {
    if (await file.refresh()) loaded += 1;
    failed.set({ file: file.name }, file.isCurrent() ? 0 : 1);
  }
  return loaded;
}
