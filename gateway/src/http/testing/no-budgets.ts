// Budgets without limits, for tests that are about something else.

import { budgetSettings, type BudgetSettings } from '../budget/budget-settings.ts';
import type { Budgets } from '../budget/budgets.ts';
import { rateLimit } from '../limits.ts';

const unlimited = rateLimit(0, () => 0);

export const noBudgets: Budgets = {
  settings: Object.fromEntries(
    Object.keys(budgetSettings).map((field) => [field, 0]),
  ) as unknown as BudgetSettings,
  tries: unlimited,
  slowTries: unlimited,
  guess: () => Promise.resolve(),
  refuseUsedUp: () => Promise.resolve(),
  isUsedUp: () => Promise.resolve(false),
  isLeft: () => Promise.resolve(true),
  count: () => Promise.resolve(),
  forget: () => Promise.resolve(0),
};
