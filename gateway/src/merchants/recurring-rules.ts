// The merchant's rules for payments without the customer (`options.recurring` SUBSEQUENT), beyond
// what every agreement requires. The operator sets them; without them nothing is limited.

import { Type, type Static } from 'typebox';
import { oneOf } from '../http/schema.ts';

export const recurringRulesSchema = Type.Object(
  {
    amount: Type.Optional(
      oneOf(
        {
          ANY: 'Any amount and currency. The default.',
          AT_MOST_INITIAL: 'At most the amount of the INITIAL payment, in its currency.',
        },
        'How much a SUBSEQUENT payment may take.',
      ),
    ),
    frequency: Type.Optional(
      oneOf(
        {
          ANY: 'At any time. The default.',
          BY_CYCLE:
            'Not more often than recurringCycle of the INITIAL payment says, which is required ' +
            'then; up to a day earlier, but at most half a cycle.',
        },
        'How often SUBSEQUENT payments may follow each other.',
      ),
    ),
  },
  { description: 'Rules for payments without the customer (recurring SUBSEQUENT)' },
);

export type RecurringRules = Readonly<Required<Static<typeof recurringRulesSchema>>>;

export const defaultRecurringRules: RecurringRules = { amount: 'ANY', frequency: 'ANY' };
