// Watches a folder with everything below it. `fs.watch` can do that too, but on Linux it misses
// every change of a file that was replaced once, which is how many editors save.

import { readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** `onChange` gets the paths of files that were written, created or removed. */
export function watchFolder(folder: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const add = (path: string, onFile: (path: string) => void): void => {
    const entries = entriesOf(path);
    if (!entries) return;
    // A folder that was removed and created again is another one.
    watchers.get(path)?.close();
    const watcher = watch(path, (kind, name) => {
      const changed = join(path, name ?? '');
      onChange(changed);
      // The files of a new folder may be older than its watcher.
      if (kind === 'rename') add(changed, onChange);
    });
    watcher.on('error', () => watcher.close());
    watchers.set(path, watcher);
    for (const entry of entries) {
      const inside = join(path, entry.name);
      if (!entry.isDirectory()) onFile(inside);
      else if (entry.name !== 'node_modules') add(inside, onFile);
    }
  };
  add(folder, () => undefined);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Undefined for what is not a folder, or no longer there. */
function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
