// The limits of recurring payments under a PAYID alias, as the bank checks them.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import type { Recurring } from './request.ts';
import type { BlikAlias } from './rows.ts';

/** The highest charge of any agreement: 2000 PLN. */
const CHARGE_CEILING_MINOR = 200_000n;

/** The reason to decline this charge; null: it is within the limits. */
export function reasonOfAgreement(
  alias: BlikAlias,
  amountMinor: bigint,
  now: Instant,
): string | null {
  const limits = alias.recurring === null ? null : (JSON.parse(alias.recurring) as Recurring);
  if (!limits) return 'MIT_NOT_ALLOWED';
  const { limitMinor, totalLimitMinor, totalCount, expiresOn } = limits;
  const today = isoTime(now).slice(0, 10).replaceAll('-', '');
  if (expiresOn !== null && expiresOn < today) return 'ALIAS_DECLINED';
  const isOver =
    amountMinor > CHARGE_CEILING_MINOR ||
    (limitMinor !== null && amountMinor > BigInt(limitMinor)) ||
    (totalLimitMinor !== null && alias.usedMinor + amountMinor > BigInt(totalLimitMinor)) ||
    (totalCount !== null && alias.usedCount >= Number(totalCount));
  return isOver ? 'LIMIT_EXCEEDED' : null;
}
