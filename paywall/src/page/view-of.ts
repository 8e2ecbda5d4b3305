// Decides what the page shows: a pure function of the payment and of what the customer chose.

import { pageMethods } from './methods/registry.ts';
import type { Facts, PageState, PaymentRecord } from './state.ts';

export type View =
  /** The link opens nothing: unknown, replaced or too old. */
  | 'gone'
  | 'unavailable'
  /** The list of methods with their forms, after a refusal with its reason. */
  | 'choose'
  /** The issuer has seen no browser data yet. */
  | 'device'
  /** A hidden frame lets the issuer recognise the browser. */
  | 'fingerprint'
  | 'challenge'
  /** The customer authenticates in another window or on another device; not a second time here. */
  | 'elsewhere'
  /** The customer confirms in an app. */
  | 'confirm'
  /** The customer goes to another page, for example of the bank. */
  | 'redirect'
  /** The customer scans a code. */
  | 'scan'
  | 'waiting'
  | 'paid'
  | 'refused'
  | 'expired'
  | 'cancelled'
  | 'failed';

const results: readonly View[] = ['paid', 'refused', 'expired', 'cancelled', 'failed'];

/** Whether the view is the end of a payment. */
export function isResult(view: View): boolean {
  return results.includes(view);
}

/** Requests for data that a form of the page answers. */
const formRequests = new Set([
  'INSTRUMENT',
  ...pageMethods.flatMap(({ dataRequests = [] }) => dataRequests),
]);

export function viewOf({ facts, isUnavailable, nowMs, local }: PageState): View {
  if (isUnavailable) return 'unavailable';
  if (!facts) return 'gone';
  const { payment } = facts;
  switch (payment.status) {
    case 'NEW':
    case 'PENDING':
      return openView(payment, nowMs, local.isElsewhere);
    case 'COMPLETED':
    case 'SETTLED':
      return 'paid';
    case 'REJECTED':
      return payment.rejectCode === 'EXPIRED' ? 'expired' : 'refused';
    case 'CANCELLED':
      return payment.rejectCode === 'EXPIRED' ? 'expired' : 'cancelled';
    case 'ERROR':
      return 'failed';
  }
}

function openView(payment: PaymentRecord, nowMs: number, isElsewhere: boolean): View {
  const { status, dataRequest, acsData } = payment;
  if (isForm(payment)) {
    // A payment that nobody has paid in time is cancelled within a second.
    return Date.parse(payment.validUntil) <= nowMs ? 'expired' : 'choose';
  }
  if (dataRequest === 'DEVICE') return isElsewhere ? 'elsewhere' : 'device';
  if (dataRequest === 'CARD_3DS') {
    if (isElsewhere) return 'elsewhere';
    if (acsData?.threeDSMethodURL !== undefined) return 'fingerprint';
    return acsData?.acsURL === undefined ? 'waiting' : 'challenge';
  }
  return status === 'PENDING' ? stepView(payment) : 'waiting';
}

/** A step without its address or its code cannot be shown. */
function stepView({ customerStep, redirectURL, qrCode }: PaymentRecord): View {
  if (customerStep === 'redirect') return redirectURL === undefined ? 'waiting' : customerStep;
  if (customerStep === 'scan') return qrCode === undefined ? 'waiting' : customerStep;
  return customerStep === 'confirm' ? customerStep : 'waiting';
}

/** Whether the payment waits for something that the customer enters. */
export function isForm({ status, dataRequest }: PaymentRecord): boolean {
  if (dataRequest === undefined) return status === 'NEW';
  return formRequests.has(dataRequest);
}

export function isOpen({ status }: PaymentRecord): boolean {
  return status === 'NEW' || status === 'PENDING';
}

/** Whether the payment waits for an issuer, a bank or a provider. */
export function isProcessing({ payment }: Facts): boolean {
  return isOpen(payment) && !isForm(payment);
}
