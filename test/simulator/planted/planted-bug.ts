// A planted bug: it is inserted between the engine and its dependencies at run time, so that the
// engine's source is not changed.

import type { Draft, Journal } from '@bramka/gateway/journal/entry.ts';
import type { Invariant } from '../checks/findings.ts';
import type { Planted } from '../world/world.ts';

export interface PlantedBug {
  readonly name: string;
  /** The invariants that may reveal it. */
  readonly breaks: readonly Invariant[];
  /** What the finding must say, if others may notice its consequences first. */
  readonly shows?: RegExp;
  readonly planted: Planted;
}

/** Modifies a draft of the engine before it is committed. */
export function tamper(change: (draft: Draft) => void): (journal: Journal) => Journal {
  return (journal) => ({
    ...journal,
    commit: (entry) => {
      change(entry as Draft);
      return journal.commit(entry);
    },
  });
}
