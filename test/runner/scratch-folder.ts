// Where the databases of a run are kept: in memory if there is enough of it. Each embedded database
// is about a thousand files; on a disk, making them takes a third of the start of a gateway.
import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY_FOLDER = '/dev/shm';
/** A whole run needs less than a tenth of this; containers often have 64 MB. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/** The free bytes of a folder that can be written, else 0. */
export function freeBytes(folder: string): number {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Sets TMPDIR, which everything that makes temporary folders goes by, unless it is set. */
export function useMemoryForScratch(env: NodeJS.ProcessEnv, free = freeBytes): void {
  if (env['TMPDIR'] || free(MEMORY_FOLDER) < LEAST_FREE_BYTES) return;
  env['TMPDIR'] = MEMORY_FOLDER;
}
