// A bug planted between the engine and its dependencies, and the invariant that it must violate.

import type { Journal } from '@bramka/gateway/journal/entry.ts';
import type { Conclusions } from '@bramka/gateway/payments/decisions/outcome.ts';
import type { Log } from '@bramka/gateway/payments/processing/parts.ts';
import type { Processor } from '@bramka/gateway/payments/processing/processor.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { WaitingInvariant } from './waiting-finding.ts';

export interface WaitingBug {
  readonly name: string;
  readonly breaks: WaitingInvariant;
  readonly provider?: (real: Provider) => Provider;
  readonly journal?: (journal: Journal) => Journal;
  readonly conclusions?: (real: Conclusions) => Conclusions;
  readonly log?: (log: Log) => Log;
  readonly processor?: (real: Processor) => Processor;
  readonly neverEnds?: boolean;
}
