// Reads tokenizations. All writes go through the journal.

import { isoTime, type Instant } from '../core/clock.ts';
import { selectList } from '../journal/table.ts';
import { tokenizationChecks } from '../payments/model/tokenization-check.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { tokenizations, type Tokenization, type TokenizationKey } from './tokenization.ts';

const all = selectList(tokenizations);
const findById = statement(
  'tokenizations.find',
  `select ${all} from tokenizations where merchant_id = $1 and tokenizer_id = $2`,
);
const findOfToken = statement(
  'tokenizations.of-token',
  `select ${all} from tokenizations
   where merchant_id = $1 and token_id = $2 and status = 'COMPLETED' order by tokenizer_id`,
);
const findConversion = statement(
  'tokenizations.conversion',
  `select ${all} from tokenizations where merchant_id = $1 and source_token_id = $2
     and status in ('NEW', 'PENDING', 'COMPLETED')`,
);
const findDue = statement(
  'tokenizations.due',
  `select ${selectList(tokenizationChecks)} from tokenization_checks
   where due_at <= $1 order by due_at limit $2`,
);
export const tokenizationsDue = statement(
  'tokenizations.some-due',
  'select 1 from tokenization_checks where due_at <= $1 order by due_at',
);

export interface TokenizationStore {
  find(key: TokenizationKey): Promise<Tokenization | undefined>;
  /** The completed tokenizations of a token. */
  ofToken(merchantId: string, tokenId: string): Promise<Tokenization[]>;
  /** The conversion of a stored card that is in progress or has succeeded. */
  conversionOf(merchantId: string, tokenId: string): Promise<Tokenization | undefined>;
  /** Tokenizations to be continued, oldest first. */
  due(now: Instant, limit: number): Promise<TokenizationKey[]>;
}

export function sqlTokenizationStore(database: Queryable): TokenizationStore {
  return {
    find: async ({ merchantId, tokenizerId }) =>
      (await database.run<Tokenization>(findById, [merchantId, tokenizerId]))[0],
    ofToken: (merchantId, tokenId) =>
      database.run<Tokenization>(findOfToken, [merchantId, tokenId]),
    conversionOf: async (merchantId, tokenId) =>
      (await database.run<Tokenization>(findConversion, [merchantId, tokenId]))[0],
    due: (now, limit) => database.run<TokenizationKey>(findDue, [isoTime(now), limit]),
  };
}
