// What the start page of the sandbox reads: payments of the demo merchants, and only of these, with
// the address of their payment page and what the customer has to do.

import type { DepsOf } from '../../http/endpoint.ts';
import { isUuid } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import { findLatest } from '../loading/latest-payments.store.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { isVerification, type Payment } from '../model/payment.ts';
import { servedSince } from '../model/served-since.ts';
import { customerStep } from './customer-step.ts';

/** `acsData` and `redirectURL` of the merchant API, as far as there is a step to take. */
interface CustomerStep {
  readonly redirectURL?: string;
  readonly acsData?: { readonly acsURL?: string; readonly creqPayload?: string };
}

interface DemoPayment {
  readonly payment: Payment;
  /** The payment page; null on other channels. */
  readonly pageURL: string | null;
  readonly step: CustomerStep;
}

export interface DemoPayments {
  /** The newest first. */
  latest(limit: number): Promise<DemoPayment[]>;
  find(paymentId: string): Promise<DemoPayment | undefined>;
}

export function readDemoPayments(
  parts: Pick<PaymentParts, 'store' | 'links' | 'clock'> & DepsOf<typeof customerStep>,
  database: Queryable,
  merchantIds: readonly string[],
): DemoPayments {
  const { store, links, clock } = parts;
  const isShown = (payment: Payment | undefined): payment is Payment =>
    payment !== undefined &&
    !isVerification(payment) &&
    payment.createdAt > servedSince(clock.now());
  const withStep = async (payment: Payment): Promise<DemoPayment> => ({
    payment,
    pageURL: payment.channel === 'PAYWALL' ? links.page(payment) : null,
    step: await customerStep(parts, payment),
  });
  return {
    async latest(limit) {
      const found = await findLatest(database, merchantIds, limit);
      return Promise.all(found.filter(isShown).map(withStep));
    },
    async find(paymentId) {
      if (!isUuid(paymentId)) return undefined;
      const found = await Promise.all(merchantIds.map((id) => store.find(id, paymentId)));
      const payment = found.find(isShown);
      return payment && withStep(payment);
    },
  };
}
