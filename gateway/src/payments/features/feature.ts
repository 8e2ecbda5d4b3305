// A feature of a payment, such as its split or its series, is one function: it reads what a request
// says about the feature, refuses what is wrong, and returns what it adds to the payment. Creating,
// repeating and completing a payment run the same features.

import type { TimeAndIds } from '../../core/id.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentMethod } from '../../methods/method.ts';
import type { AuthenticateStep, AuthorizeStep } from '../../methods/method-step.ts';
import type { Means, SeenBrowser } from '../../providers/means.ts';
import type { Funding } from '../../providers/provider.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { Actor } from '../../vault/audit/card-use.ts';
import type { NewPayment } from '../model/advance.ts';
import type { Decision } from '../decisions/decision.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import type { CreateRequest } from '../requests/schema.ts';
import type { Origin } from '../../http/caller.ts';

/** A request that creates, repeats or completes a payment. */
export interface PaymentRequest {
  /** As it is before this request; not stored yet if it is created or repeated. */
  readonly payment: NewPayment;
  readonly merchant: Merchant;
  /** Stored data of the payment, with what this request adds. */
  readonly details: PaymentDetails;
  /** False for payments that the merchant makes under an agreement. */
  readonly customerPresent: boolean;
  /** Who sent this, for the audit log. */
  readonly actor: Actor;
  /** Where this came from, for budgets. */
  readonly origin: Origin;
  readonly now: TimeAndIds;
  /** If the payment is created: the request. */
  readonly body?: CreateRequest;
  /** If a failed payment is repeated: that payment. */
  readonly failed?: Payment;
}

/** The same request with its instrument, which is read after the features. */
export interface InstrumentRequest extends PaymentRequest {
  readonly instrument: Instrument | undefined;
  /** The method of the instrument; undefined: none is chosen, or this version does not have it. */
  readonly method: PaymentMethod | undefined;
  /** True when the instrument must be complete now; false when the rest may follow. */
  readonly mustBeComplete: boolean;
  /** The browser that sent this, if it is the customer's own. */
  readonly seen?: SeenBrowser | undefined;
  readonly uses: readonly FeatureUse[];
}

/** An authorization that is about to be sent to a provider. */
export interface NewAuthorization {
  readonly decision: Decision;
  readonly means: Means;
  readonly funding: Funding | null;
}

/** What a feature does with one request; nothing that is absent. */
export interface FeatureUse {
  /** What is stored of it with the payment. */
  readonly details?: PaymentDetails;
  /** Why the payment is refused before any provider is called. */
  readonly rejectCode?: RejectCode | null;
  /** Adds its rows to the entry that registers the payment. */
  readonly register?: (decision: Decision) => Decision;
  /** Adds what the payment relies on to the entry that starts it, or refuses. */
  readonly start?: (
    decision: Decision,
    next: AuthenticateStep | AuthorizeStep,
    request: InstrumentRequest,
  ) => Decision | Promise<Decision>;
  /** Adds what it needs to an authorization. */
  readonly authorize?: (authorization: NewAuthorization, next: AuthorizeStep) => NewAuthorization;
}
