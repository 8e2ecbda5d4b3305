// The operator's endpoints for fee rules: POST /v1/admin/fees adds one, GET /v1/admin/fees lists
// them. Rules are never changed or removed.

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { ALL_MERCHANTS, type FeeRule } from '../../fees/fee.ts';
import { addFeeRule, findSameStart, listFeeRules } from '../../fees/fee-rule.store.ts';
import { endpoint } from '../../http/endpoint.ts';
import { newRuleSchema, readRule, ruleSchema, ruleView } from '../money/fee-rule.view.ts';
import { afterField, mid, requireMerchant } from '../fields.ts';
import type { MoneyTools } from '../parts.ts';

const PAGE = 100;

type NewRule = ReturnType<typeof readRule>;

const createFeeRule = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/fees',
    summary: 'Add a fee rule',
    description:
      'The fee of a payment is the larger of the minimum and the percentage plus the fixed ' +
      'part, and at most the amount. The most specific rule counts that holds when the payment ' +
      'is captured: of the merchant, then with an organization, then with a method, then the ' +
      'latest. A later rule with percent 0 ends one. Sending the same rule again with the same ' +
      'validFrom changes nothing.',
    access: 'operator',
    action: { name: 'ADD_FEE_RULE', subject: 'ruleId', ifNoMerchant: ALL_MERCHANTS },
    body: newRuleSchema,
    reply: ruleSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'FEE_RULE_EXISTS'],
  },
  async (tools: MoneyTools, { body }) => {
    const now = tools.clock.now();
    const asked = readRule(body, now);
    if (asked.merchantId !== ALL_MERCHANTS) await requireMerchant(tools, asked.merchantId);
    const earlier = await findSame(tools, asked);
    if (earlier) return ruleView(earlier);
    const rule: FeeRule = { ...asked, ruleId: tools.ids.next(), createdAt: now };
    if (await addFeeRule(tools.journal, rule)) return ruleView(rule);
    return ruleView((await findSame(tools, asked)) ?? refuse('CHANGED_MEANWHILE'));
  },
);

/** The existing rule for the same payments with the same start; refused if it differs. */
async function findSame({ database }: MoneyTools, asked: NewRule): Promise<FeeRule | undefined> {
  const existing = await findSameStart(database, asked);
  if (!existing) return undefined;
  const isSame =
    existing.percentMillionths === asked.percentMillionths &&
    existing.fixedMinor === asked.fixedMinor &&
    existing.minimumMinor === asked.minimumMinor;
  return isSame ? existing : refuse('FEE_RULE_EXISTS');
}

const listFees = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/fees',
    summary: 'List fee rules in the order in which they were added, 100 at a time',
    access: 'operator',
    query: Type.Object({
      merchantId: Type.Optional(
        mid('Only rules that can count for this merchant: its own and those for all'),
      ),
      after: Type.Optional(
        afterField('The last ruleId of the page before; absent: the first page'),
      ),
    }),
    reply: Type.Object({
      rules: Type.Array(ruleSchema, { description: 'In the order in which they were added.' }),
    }),
  },
  async ({ database }: MoneyTools, { query: { merchantId = null, after = null } }) => {
    const rules = await listFeeRules(database, { merchantId, after, limit: PAGE });
    return { rules: rules.map(ruleView) };
  },
);

export const feeEndpoints = [createFeeRule, listFees];
