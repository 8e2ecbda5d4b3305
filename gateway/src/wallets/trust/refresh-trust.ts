// The work of the job `wallet-roots`: reads changed trust files, and shows which of them could not
// be used and when they expire.

import type { Metrics } from '../../http/metrics.ts';
import type { TrustFile } from './trust-file.ts';

/** Returns how many files were loaded. */
export async function refreshTrust(
  files: readonly TrustFile<unknown>[],
  { trustFileFailed, trustFileExpiry }: Pick<Metrics, 'trustFileFailed' | 'trustFileExpiry'>,
): Promise<number> {
  let loaded = 0;
  for (const file of files) {
    if (await file.refresh()) loaded += 1;
    trustFileFailed.set({ file: file.name }, file.isCurrent() ? 0 : 1);
    const expiresAt = file.expiresAt();
    if (expiresAt !== null) trustFileExpiry.set({ file: file.name }, expiresAt / 1000);
  }
  return loaded;
}
