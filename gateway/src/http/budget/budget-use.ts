// What the users of budgets see of them: counting, and asking whether one is used up.

import type { Caller } from '../caller.ts';
import type { Budget } from './budget.store.ts';

/** Who used up a budget, for the audit log. A null caller: many callers share it. */
export interface BudgetUse {
  readonly merchantId: string;
  readonly caller: Caller | null;
  readonly paymentId: string | null;
}

export interface BudgetCounts {
  isUsedUp(list: readonly Budget[]): Promise<boolean>;
  count(list: readonly Budget[], use: BudgetUse): Promise<void>;
  /** The stored row decides, not what this node remembers. Counts if the guess is wrong. */
  isLeft(budget: Budget, isWrong: boolean, use: BudgetUse): Promise<boolean>;
}
