// A bug planted between the tokenizer and its dependencies, and the invariant that it must violate.

import type { Entry } from '@bramka/gateway/journal/entry.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { TokenNews } from '@bramka/gateway/token-services/token-news.ts';
import type { TokenService } from '@bramka/gateway/token-services/token-service-port.ts';
import type { Tampering } from '../node/node-parts.ts';
import type { TokenInvariant } from './token-finding.ts';

export interface TokenBug extends Tampering {
  readonly name: string;
  readonly breaks: TokenInvariant;
  /** The seed that found it before; it is tried first. */
  readonly seed?: number;
  readonly tokenService?: (real: TokenService, memory: Memory) => TokenService;
  readonly news?: (news: TokenNews) => TokenNews;
  /** Changes an entry in the storage itself. */
  readonly damage?: (entry: Entry, memory: Memory) => Entry;
}
