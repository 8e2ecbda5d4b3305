// The amounts that the page may show at first, as the server writes them.

import { pageMethods } from '../methods/registry.ts';
import type { Facts, Language, WrittenAmounts } from '../state.ts';
import { formatMoney } from './money.ts';

export function writeAmounts(facts: Facts, language: Language): WrittenAmounts {
  const { order, refundedAmount = 0 } = facts.payment;
  const { amount, currency, lines = [] } = order;
  const shares = lines.map((line) => line.amount);
  const limits = pageMethods.flatMap(({ amounts }) => amounts?.(facts) ?? []);
  // A card that is only saved has no amount, and most limits are not set.
  const shown = [amount, refundedAmount, ...shares, ...limits].filter((one) => one > 0);
  const rows = shown.map((one) => [one, formatMoney(one, currency, language)]);
  return { language, currency, texts: Object.fromEntries(rows) as WrittenAmounts['texts'] };
}
