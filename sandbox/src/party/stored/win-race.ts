// Writes of a party that others may make at the same time: decide from the stored rows, commit, and
// decide again if another write was faster.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Draft, Journal } from '@bramka/gateway/journal/entry.ts';

/** What to answer once the draft is committed, or at once if there is none. */
export interface Decided<T> {
  readonly answer: T;
  readonly draft?: Draft;
}

/** Each lost race means that another write succeeded, so this many are a defect. */
const MAX_RACES = 1_000;

/** `races`: constraints that a faster write makes ours violate; any other is a defect. */
export async function winRace<T>(
  journal: Journal,
  decide: () => Promise<Decided<T>> | Decided<T>,
  races: readonly string[] = [],
): Promise<T> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const { answer, draft } = await decide();
    const result = draft && (await journal.commit(draft));
    if (!result || result.kind === 'committed') return answer;
    if (result.kind === 'conflict' && !races.includes(result.constraint)) {
      defect(`a write violated the constraint ${result.constraint}`);
    }
  }
  return defect('a write lost every race');
}
