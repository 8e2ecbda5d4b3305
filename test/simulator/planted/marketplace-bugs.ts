// Planted bugs in split payments, each violating its own invariant.

import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { subpayments, type Subpayment } from '@bramka/gateway/payments/model/subpayment.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';
import { transfersOf } from './transfers-of.ts';

function loadShares(
  change: (share: Subpayment, payment: Payment) => Subpayment,
): (store: PaymentStore) => PaymentStore {
  return (store) => ({
    ...store,
    async load(...id) {
      const loaded = await store.load(...id);
      if (!loaded?.subpayments) return loaded;
      const changed = loaded.subpayments.map((share) => change(share, loaded.payment));
      return { ...loaded, subpayments: changed };
    },
  });
}

const ROOM = 1_000_000n;

/** A refund of a share may be as high as what is left of the payment. */
const shareLimitIgnored: PlantedBug = {
  name: 'refund of a share compared with the payment only',
  breaks: ['M7 shares'],
  shows: /exceed a share/,
  planted: {
    store: loadShares((share) => ({ ...share, refundedMinor: share.refundedMinor - ROOM })),
    journal: tamper(({ updates }) => {
      updates.forEach(({ table, row }, index) => {
        if (table !== subpayments) return;
        const refundedMinor = (row['refundedMinor'] as bigint) + ROOM;
        updates[index] = { table, row: { ...row, refundedMinor } };
      });
    }),
  },
};

/** A declined refund stays in the refunded amount of its share. */
const declineKept: PlantedBug = {
  name: 'declined refund kept in its share',
  breaks: ['M7 shares'],
  shows: /a share says/,
  planted: {
    journal: tamper((draft) => {
      if (transfersOf(draft, 'UNRESERVE').length === 0) return;
      const index = draft.updates.findIndex(({ table }) => table === subpayments);
      if (index >= 0) draft.updates.splice(index, 1);
    }),
  },
};

/** A refund of a paid share is taken from the marketplace although it is not settled. */
const refundFromMarketplace: PlantedBug = {
  name: 'refund of a share paid by the marketplace',
  breaks: ['M7 shares'],
  shows: /is paid from/,
  planted: {
    store: loadShares((share, { status, refundedMinor }) =>
      status === 'COMPLETED' && refundedMinor === 0n
        ? { ...share, payeeId: share.merchantId }
        : share,
    ),
  },
};

/** The commission of a refunded share is deducted in full. */
const commissionNotReduced: PlantedBug = {
  name: 'commission not reduced by refunds',
  breaks: ['M8 split'],
  planted: {
    store: loadShares((share) => {
      const left = share.amountMinor - share.refundedMinor;
      if (left === 0n) return share;
      return { ...share, commissionMinor: (share.commissionMinor * share.amountMinor) / left };
    }),
  },
};

/** At settlement, shares are paid to the marketplace. */
const shareToMarketplace: PlantedBug = {
  name: 'share paid to the marketplace',
  breaks: ['M8 split'],
  planted: {
    store: loadShares((share, { status }) =>
      status === 'COMPLETED' ? { ...share, payeeId: share.merchantId } : share,
    ),
  },
};

/** The sale of a share is credited to the marketplace. */
const saleToMarketplace: PlantedBug = {
  name: 'sale of a share credited to the marketplace',
  breaks: ['M1 books'],
  shows: /PAYABLE_TO|MERCHANT_PAYABLE/,
  planted: {
    store: loadShares((share, { status }) =>
      status === 'PENDING' ? { ...share, payeeId: share.merchantId } : share,
    ),
  },
};

export const marketplaceBugs: readonly PlantedBug[] = [
  shareLimitIgnored,
  declineKept,
  refundFromMarketplace,
  commissionNotReduced,
  shareToMarketplace,
  saleToMarketplace,
];
