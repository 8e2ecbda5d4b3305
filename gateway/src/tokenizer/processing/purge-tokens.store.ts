// Deletes old rows of the tokenizer. Tokenizations in progress stay: a card is never forgotten
// while a token service may still answer.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';

const deleteTokenizations = statement(
  'tokenizations.purge',
  `with old as (
     select merchant_id, tokenizer_id from tokenizations
     where created_at <= $1 and status not in ('NEW', 'PENDING')
       and (created_at <= $3 or not exists (select 1 from event_queue q
         where q.merchant_id = tokenizations.merchant_id
           and q.payment_id = tokenizations.tokenizer_id)) limit $2),
   told as (delete from events e using old
     where e.merchant_id = old.merchant_id and e.payment_id = old.tokenizer_id
     returning e.merchant_id, e.event_id),
   sent as (delete from delivery_attempts a using told
     where a.merchant_id = told.merchant_id and a.event_id = told.event_id),
   queued as (delete from event_queue q using old
     where q.merchant_id = old.merchant_id and q.payment_id = old.tokenizer_id)
   delete from tokenizations t using old
   where t.merchant_id = old.merchant_id and t.tokenizer_id = old.tokenizer_id
   returning t.tokenizer_id`,
);
const deleteTokens = statement(
  'card-tokens.purge',
  `delete from card_tokens t using (
     select merchant_id, token_id from card_tokens
     where status = 'DISCARDED' and updated_at <= $1 and remove_at is null limit $2) as old
   where t.merchant_id = old.merchant_id and t.token_id = old.token_id returning t.token_id`,
);

/** `undeliveredUntil`: older ones are deleted even if their events are not delivered. */
export async function removeTokenizations(
  database: Queryable,
  until: Instant,
  undeliveredUntil: Instant,
  limit: number,
): Promise<number> {
  const values = [isoTime(until), limit, isoTime(undeliveredUntil)];
  return (await database.run(deleteTokenizations, values)).length;
}

export async function removeDiscardedTokens(
  database: Queryable,
  until: Instant,
  limit: number,
): Promise<number> {
  return (await database.run(deleteTokens, [isoTime(until), limit])).length;
}
