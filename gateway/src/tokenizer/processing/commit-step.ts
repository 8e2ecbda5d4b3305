// One step of a tokenization that changes nothing else.

import type { TimeAndIds } from '../../core/id.ts';
import { Draft } from '../../journal/entry.ts';
import { checkAfterChange } from '../../payments/model/tokenization-check.ts';
import { advanceTokenization, type TokenizationFacts } from '../advance-tokenization.ts';
import type { TokenizerParts } from '../parts.ts';
import { isOpen, type Tokenization } from '../tokenization.ts';
import type { TokenizationTrigger } from '../tokenization.states.ts';

/** `again`: the state was changed, or something else was faster; `done`: nothing to do now. */
export type StepResult = 'again' | 'done';

/** Changes only the tokenization. Once it has ended, the card of its payment is to be released. */
export async function commitStep(
  parts: Pick<TokenizerParts, 'journal' | 'failpoints'>,
  before: Tokenization,
  on: TokenizationTrigger,
  facts: TokenizationFacts,
  now: TimeAndIds,
): Promise<StepResult> {
  const draft = new Draft();
  const after = advanceTokenization(draft, before, on, facts, now);
  if (!isOpen(after)) checkAfterChange(draft, after);
  const result = await parts.journal.commit(draft);
  if (result.kind === 'conflict') throw new Error(`conflict with ${result.constraint}`);
  if (!isOpen(after)) await parts.failpoints.reach('tokenization.ended');
  return 'again';
}
