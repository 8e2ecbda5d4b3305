// What a planted mistake is: it gets between the engine and what it stands on at run time, so that
// the engine's source is not touched.

import type { Draft, Journal } from '@bramka/gateway/journal/entry.ts';
import type { Invariant } from '../checks/findings.ts';
import type { Planted } from '../world/world.ts';

export interface PlantedBug {
  readonly name: string;
  /** The invariants that may tell of it. */
  readonly breaks: readonly Invariant[];
  /** What exactly must be told, when others may notice its consequences first. */
  readonly shows?: RegExp;
  readonly planted: Planted;
}

/** The engine builds drafts; a planted mistake may take something out of one before it commits. */
export function tamper(change: (draft: Draft) => void): (journal: Journal) => Journal {
  return (journal) => ({
    ...journal,
    commit: (entry) => {
      change(entry as Draft);
      return journal.commit(entry);
    },
  });
}
