// The money of a payment in the ledger: whose funds a sale credits, and from which funds refunds
// and cancellations are paid. Returned money is reserved before the provider is called, so that
// recording the provider's answer can never fail for lack of funds.

import type { TimeAndIds } from '../../core/id.ts';
import { addTransfer, type Funds, type TransferKind } from '../../ledger/ledger.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Loaded } from '../model/payment.ts';
import { transactionOf, type Decision } from './decision.ts';
import { assert, defect } from '../../core/assert.ts';
import { partsOfRefund } from '../model/refund-part.ts';
import { fundsOfShare, isSplit } from '../model/subpayment.ts';

/** A part of an amount, and the funds that get or pay it. */
interface FundsPart {
  readonly funds: Funds;
  readonly amountMinor: bigint;
}

/** The funds of an amount that an attempt takes or returns: of the merchant, or of each share. */
function fundsParts(loaded: Loaded, attempt: Attempt): readonly FundsPart[] {
  const { amountMinor } = attempt;
  if (!isSplit(loaded.payment)) return [{ funds: 'MERCHANT_PAYABLE', amountMinor }];
  const isRefund = transactionOf(loaded, attempt).type === 'REFUND';
  const parts = isRefund ? partsOfRefund(loaded, attempt.transId) : wholeShares(loaded);
  const sum = parts.reduce((total, part) => total + part.amountMinor, 0n);
  assert(sum === amountMinor, 'the shares of a payment add up to its amount');
  return parts;
}

function wholeShares({ subpayments = [] }: Loaded): readonly FundsPart[] {
  return subpayments.map((share) => ({
    funds: fundsOfShare(share),
    amountMinor: share.amountMinor,
  }));
}

/** Posts money that was taken. */
export function addSale(decision: Decision, taken: Attempt, now: TimeAndIds): Decision {
  return addParts(decision, taken, 'SALE', now);
}

/** Reserves the money that the next call returns. A constraint refuses more than there is. */
export function reserveFunds(decision: Decision, now: TimeAndIds): Decision {
  const { next } = decision;
  const returning = next.kind === 'call' ? next.attempt : defect('a return calls its provider');
  return addParts(decision, returning, 'RESERVE', now);
}

/** The provider did not return the money: it is available again. */
export function unreserveFunds(decision: Decision, failed: Attempt, now: TimeAndIds): Decision {
  return addParts(decision, failed, 'UNRESERVE', now);
}

function addParts(
  decision: Decision,
  attempt: Attempt,
  kind: TransferKind,
  now: TimeAndIds,
): Decision {
  for (const { funds, amountMinor } of fundsParts(decision.loaded, attempt)) {
    const context = { ...attempt, funds, at: now.at };
    addTransfer(decision.draft, kind, amountMinor, context, now.ids);
  }
  return decision;
}

/** The transfer of an operation that succeeded, other than to or from the funds of shares. */
export function addMoneyTransfer(
  decision: Decision,
  settled: Attempt,
  kind: TransferKind,
  amountMinor: bigint,
  now: TimeAndIds,
): Decision {
  addTransfer(decision.draft, kind, amountMinor, { ...settled, at: now.at }, now.ids);
  return decision;
}
