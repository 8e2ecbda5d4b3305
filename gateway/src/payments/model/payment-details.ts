// The data of the creation request that is not part of the payment row. It is stored separately, so
// that personal data can be removed without changing the payment.

import { orNull, table, typed, type RowOf } from '../../journal/table.ts';
import type { CustomerData } from '../fields/customer.ts';
import type { DeviceData } from '../fields/device.ts';
import type { ShownRecipient } from '../fields/funding.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { OrderDetails } from '../fields/order.ts';
import type { PartyData } from '../fields/party.ts';

/** Data from the creation request, kept for the payment page, the providers and the merchant. */
export interface PaymentDetails {
  /** The method that the request names; absent: the customer chooses. */
  readonly method?: string;
  readonly redirectURL?: string;
  /** Where the ACS returns the browser, if the merchant handles it itself. */
  readonly acsNotificationURL?: string;
  /** What the request said about the merchant and its agent, specification 2.8. */
  readonly merchant?: PartyData;
  readonly agent?: PartyData;
  readonly customer?: CustomerData;
  readonly device?: DeviceData;
  /** The 3-D Secure version that binInfo returned for the SDK of this payment. */
  readonly sdkVersion?: string;
  /** What the instrument of the request adds to it, of the last one sent. */
  readonly instrument?: { readonly payload: string };
  /** The provider that the instrument names. */
  readonly provider?: string;
  /** Order fields that are not part of the payment row. */
  readonly order?: OrderDetails;
  readonly options?: PaymentOptions;
  /** The recipient of an account funding payment, without the card number. */
  readonly recipient?: ShownRecipient;
  /** When the customer agreed on the payment page to save the card of a try. */
  readonly saveCard?: { readonly agreedAt: string };
  /** The address from which the customer sent the instrument, as the gateway counts it. */
  readonly seenFrom?: string;
  /** Why the payment was cancelled. */
  readonly cancelReason?: string;
  /** Why adjustments were withdrawn, by transaction. */
  readonly withdrawalReasons?: Readonly<Record<string, string>>;
}

/** Details with the consents as JSON text: they are opaque and written once. */
export interface NewDetails extends PaymentDetails {
  readonly consents?: string;
}

export const paymentDetails = table('payment_details', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    /** Stored as jsonb, so only validated fields. */
    details: typed<PaymentDetails>('jsonb'),
    consents: orNull('text'),
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['details'],
});

export type DetailsRow = RowOf<typeof paymentDetails>;
