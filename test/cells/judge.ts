// Compares what clients were told with the rows of the cell and the records of the acquirer.
import type { Order } from './load.ts';

export interface PaymentRow {
  readonly id: string;
  readonly status: string;
  readonly orderId: string;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
}

/** What the acquirer did with the money of a payment. */
export interface Taken {
  readonly charges: number;
  readonly takenMinor: bigint;
  readonly returnedMinor: bigint;
}

/** What is wrong, as sentences. */
export function compare(
  orders: readonly Order[],
  rows: readonly PaymentRow[],
  taken: ReadonlyMap<string, Taken>,
): string[] {
  const faults: string[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  const known = new Set(orders.map(({ orderId }) => orderId));
  for (const { orderId, paymentId, captured, refunded } of orders) {
    const made = byOrder.get(orderId)?.length ?? 0;
    if (made > 1) faults.push(`order ${orderId} has ${made} payments`);
    if (paymentId === undefined) continue;
    const row = byId.get(paymentId);
    if (!row) faults.push(`payment ${paymentId} was acknowledged and is lost`);
    if (row && captured && row.capturedMinor !== 6000n) {
      faults.push(`the capture of ${paymentId} was acknowledged and is lost`);
    }
    if (row && refunded && row.refundedMinor !== 1000n) {
      faults.push(`the refund of ${paymentId} was acknowledged and is lost`);
    }
  }
  for (const { id, status, orderId, capturedMinor, refundedMinor } of rows) {
    if (!known.has(orderId)) faults.push(`payment ${id} belongs to another cell`);
    if (status === 'PENDING' || status === 'NEW') faults.push(`payment ${id} stays ${status}`);
    const { charges = 0, takenMinor = 0n, returnedMinor = 0n } = taken.get(id) ?? {};
    if (charges > 1) faults.push(`payment ${id} was charged ${charges} times`);
    if (takenMinor !== capturedMinor || returnedMinor !== refundedMinor) {
      faults.push(
        `payment ${id} has ${capturedMinor} and ${refundedMinor} refunded, ` +
          `the acquirer ${takenMinor} and ${returnedMinor}`,
      );
    }
  }
  return faults;
}
