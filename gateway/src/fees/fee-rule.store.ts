// Fee rules in the database: adding one through the journal, listing them, and the rules that a
// settlement needs for a merchant.

import { isoTime } from '../core/clock.ts';
import { FIRST_ID } from '../core/id.ts';
import { Draft, type Journal } from '../journal/entry.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import {
  ALL_MERCHANTS,
  feeRules,
  feeTable,
  ONE_AT_A_TIME,
  type FeeRule,
  type FeeTable,
} from './fee.ts';

const ofMerchant = statement(
  'fees.of-merchant',
  `select ${selectList(feeRules)} from fee_rules where merchant_id in ($1, $2)`,
);
const list = statement(
  'fees.list',
  `select ${selectList(feeRules)} from fee_rules
   where ($1::text is null or merchant_id in ($1, $4)) and rule_id > $2
   order by rule_id limit $3`,
);
const sameStart = statement(
  'fees.same-start',
  `select ${selectList(feeRules)} from fee_rules where merchant_id = $1 and currency = $2
     and method is not distinct from $3 and organization is not distinct from $4
     and valid_from = $5`,
);

export interface FeeSchedule {
  /** Loaded once for each merchant; make a new schedule for each run. */
  readonly feesFor: (merchantId: string) => Promise<FeeTable>;
}

/**
 * The rules as they are now. A run may keep them: a rule never begins in the past, so one that is
 * added during the run concerns no payment captured before it.
 */
export function feeSchedule(database: Queryable): FeeSchedule {
  const loaded = new Map<string, Promise<FeeTable>>();
  const load = async (merchantId: string): Promise<FeeTable> =>
    feeTable(await database.run<FeeRule>(ofMerchant, [merchantId, ALL_MERCHANTS]));
  return {
    feesFor(merchantId) {
      let fees = loaded.get(merchantId);
      if (!fees) {
        fees = load(merchantId);
        loaded.set(merchantId, fees);
        fees.catch(() => loaded.delete(merchantId));
      }
      return fees;
    },
  };
}

interface RulePage {
  /** The merchant's own rules and those for all merchants; null: every rule. */
  readonly merchantId: string | null;
  readonly after: string | null;
  readonly limit: number;
}

/** In the order in which they were added. */
export function listFeeRules(
  database: Queryable,
  { merchantId, after, limit }: RulePage,
): Promise<FeeRule[]> {
  return database.run<FeeRule>(list, [merchantId, after ?? FIRST_ID, limit, ALL_MERCHANTS]);
}

/** False: another rule for the same payments begins at the same time. */
export async function addFeeRule(journal: Journal, rule: FeeRule): Promise<boolean> {
  const result = await journal.commit(new Draft().insert(feeRules, rule));
  if (result.kind === 'conflict' && result.constraint === ONE_AT_A_TIME) return false;
  if (result.kind === 'committed') return true;
  throw new Error(`the fee rule was not added: ${JSON.stringify(result)}`);
}

/** The rule for the same payments with the same start. */
export async function findSameStart(
  database: Queryable,
  rule: Pick<FeeRule, 'merchantId' | 'currency' | 'method' | 'organization' | 'validFrom'>,
): Promise<FeeRule | undefined> {
  const { merchantId, currency, method, organization, validFrom } = rule;
  const values = [merchantId, currency, method, organization, isoTime(validFrom)];
  return (await database.run<FeeRule>(sameStart, values))[0];
}
