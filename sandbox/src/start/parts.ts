// What the start page is made with. The command line passes it in, because the sandbox knows
// neither the demo merchants nor the payments of the gateway.

import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { Party } from '../party/party.ts';
import type { CallGateway } from './call-gateway.ts';

/** A demo merchant; its secrets are published. */
export interface DemoShop {
  readonly merchantId: string;
  readonly name: string;
  readonly apiSecret: string;
  readonly notificationSecret: string;
}

export interface PaymentRow {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly channel: string;
  readonly method: string | null;
  readonly transKind: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly extOrderId: string | null;
  readonly description: string | null;
  readonly rejectCode: string | null;
  readonly dataRequest: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface DemoPayment {
  readonly payment: PaymentRow;
  /** The payment page; null on other channels. */
  readonly pageURL: string | null;
  /** What the customer has to do, as in answers of the merchant API. */
  readonly step: {
    readonly redirectURL?: string;
    readonly acsData?: { readonly acsURL?: string; readonly creqPayload?: string };
  };
}

export interface StartParts {
  /** The payment methods: how each is called on the page. */
  readonly methodTitles: Readonly<Record<string, string>>;
  readonly shops: readonly DemoShop[];
  /** Reads payments of the demo merchants and of nobody else. */
  readonly payments: {
    latest(limit: number): Promise<readonly DemoPayment[]>;
    find(paymentId: string): Promise<DemoPayment | undefined>;
  };
  /** The address of the merchant's own receiver; null if it has none. */
  readonly receiverOf: (merchantId: string) => Promise<string | null>;
  /** The simulated parties; none if providers are elsewhere. */
  readonly parties: readonly Party[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly publicUrl: () => string;
  /** Whether /docs is served on this port. */
  readonly hasDocs: boolean;
  readonly call: CallGateway;
}
