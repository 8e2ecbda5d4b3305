// Budgets whose use by guessing card numbers is written to the audit log.

import { sqlBudgetStore } from '../../http/budget/budget.store.ts';
import { createBudgets, type BudgetParts, type Budgets } from '../../http/budget/budgets.ts';
import type { Queryable } from '../../storage/database.ts';
import type { AuditLog } from './audit-log.ts';
import { actorOf } from './card-use.ts';

interface NodeParts {
  readonly config: BudgetParts['settings'];
  readonly storage: { readonly database: Queryable };
  readonly clock: BudgetParts['clock'];
  readonly logger: BudgetParts['log'];
}

export function auditedBudgets(
  { config: settings, storage, clock, logger: log }: NodeParts,
  metrics: BudgetParts['metrics'],
  audit: AuditLog,
): Budgets {
  return createBudgets({
    store: sqlBudgetStore(storage.database),
    settings,
    clock,
    metrics,
    log,
    audit: ({ kind }, { merchantId, paymentId, caller }) => {
      const actor = caller ? actorOf(caller) : 'job:budgets';
      const about = { merchantId, paymentId, tokenId: null, subjectId: kind };
      return audit.record({ ...about, actor, reason: 'CARD_GUESSES_USED_UP' });
    },
  });
}
