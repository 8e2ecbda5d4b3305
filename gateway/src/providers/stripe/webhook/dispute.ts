// Disputes that Stripe announces: an inquiry or chargeback of the issuer, and what became of it.

import { fieldsOf, textOf, type Fields } from '../../../core/json/fields.ts';
import { storedText } from '../../operation-message.ts';
import type { DisputeNews, DisputeStage } from '../../provider-message.ts';
import { moneyOf } from '../intent.ts';
import type { NamedAttempt } from '../requests.ts';

const PREFIX = 'charge.dispute.';
const ID = /^(dp|du)_[A-Za-z0-9_]{1,96}$/;
const WORD = /^[a-z_]{1,40}$/;

export function isDisputeEvent(type: string): boolean {
  return type.startsWith(PREFIX);
}

/** Undefined: it is not a dispute that can be read. */
export function disputeOf(
  type: string,
  dispute: Fields,
  created: unknown,
  payment: NamedAttempt,
): DisputeNews | undefined {
  const reference = textOf(dispute['id'], ID);
  const status = textOf(dispute['status'], WORD);
  const amount = moneyOf(dispute, 'amount');
  const at = instantOf(created);
  if (dispute['object'] !== 'dispute' || !reference || !status || !amount) return undefined;
  if (at === null) return undefined;
  const card = fieldsOf(fieldsOf(dispute['payment_method_details'])?.['card']);
  const code = storedText(card?.['network_reason_code']) ?? storedText(dispute['reason']);
  return {
    ...payment,
    reference,
    stage: stageOf(type.slice(PREFIX.length), status, dispute),
    amount,
    reason: code === null || code.length > 64 ? null : code,
    respondUntil: instantOf(fieldsOf(dispute['evidence_details'])?.['due_by']),
    at,
  };
}

/** Final statuses; an inquiry that ended without a chargeback cost nothing. */
const finals: Readonly<Record<string, DisputeStage>> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

function stageOf(event: string, status: string, dispute: Fields): DisputeStage {
  if (event === 'funds_withdrawn') return 'CHARGED_BACK';
  if (event === 'funds_reinstated') return 'RETURNED';
  const final = Object.hasOwn(finals, status) ? finals[status] : undefined;
  if (final) return final;
  if (status.startsWith('warning_')) return 'INQUIRY';
  const { balance_transactions: moved } = dispute;
  return Array.isArray(moved) && moved.length > 0 ? 'CHARGED_BACK' : 'OPENED';
}

/** Stripe counts seconds. */
function instantOf(seconds: unknown): number | null {
  const isTime = typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0;
  return isTime && seconds < 1e11 ? seconds * 1000 : null;
}
