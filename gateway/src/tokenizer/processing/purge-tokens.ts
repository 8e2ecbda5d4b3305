// The purge of the tokenizer: tokenizations that are no longer served, with their events, and
// tokens that were discarded as long ago. Usable tokens stay.

import type { Instant } from '../../core/clock.ts';
import { undeliveredSince } from '../../payments/jobs/purge.ts';
import { servedSince } from '../../payments/model/served-since.ts';
import type { Queryable } from '../../storage/database.ts';
import { removeDiscardedTokens, removeTokenizations } from './purge-tokens.store.ts';

export async function purgeTokens(
  database: Queryable,
  now: Instant,
  limit: number,
): Promise<number> {
  const until = servedSince(now);
  const tokenizations = await removeTokenizations(database, until, undeliveredSince(until), limit);
  return tokenizations + (await removeDiscardedTokens(database, until, limit));
}
