// The views of a payment in answers. Views list every field they show, so that nothing sensitive
// can leak: never a PAN, CVV, code, alias, wallet token or secret.

import { isoTime } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { Type } from 'typebox';
import { amountReply, amountView, oneOf, optionalText, time } from '../../http/schema.ts';
import { organizationNames } from '../../cards/card-number.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { channelMeanings } from '../../merchants/meanings.ts';
import { instrumentMeanings, rejectReasons } from '../../methods/registry.ts';
import {
  dataRequestMeanings,
  statusMeanings,
  transKindMeanings,
  transTypeMeanings,
} from '../fields/meanings.ts';
import { customerStepProperties, stepProperties } from './customer-step.ts';
import { linesProperty } from './split/order-lines.ts';
import { returnUrlOf } from '../links/return-url.ts';
import { givenSchema } from './given.ts';
import { pageProperties } from './page-data.ts';
import { pendingOperationSchema } from './pending-operation.ts';
import { authorizedNow, isUnfinished, type Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

const statusProperties = {
  paymentId: Type.String({ description: 'Id of the payment' }),
  status: oneOf(statusMeanings, 'Status of the payment.'),
  dataRequest: Type.Optional(
    oneOf(dataRequestMeanings, 'What the payment waits for. Absent: nothing.'),
  ),
  rejectCode: optionalText(
    'Why it ended without money, or why the last try was refused. For a CLIENT token: coarse.',
  ),
  rejectInfo: optionalText('The same as a sentence'),
};

export const recordProperties = {
  ...statusProperties,
  channel: oneOf(channelMeanings, 'Where the customer pays.'),
  method: optionalText('Absent until chosen'),
  tokenizerId: optionalText(
    'With options.tokenize, or after saveCard: id of the tokenization of the card',
  ),
};

const linkProperties = {
  redirectURL: optionalText(
    'Where the customer continues: the page of the provider while customerStep is redirect; ' +
      'otherwise, on channel PAYWALL, the payment page while the payment is unfinished.',
  ),
  clientToken: optionalText('Channel PAYWALL: token of the payment page'),
};

const missingProperties = {
  missingFields: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The fields that dataRequest waits for, as far as they are known',
    }),
  ),
};

/** The record after creation: the payment may need a challenge at once, or wait on its page. */
export const createdSchema = Type.Object({
  ...recordProperties,
  ...missingProperties,
  ...customerStepProperties,
  ...pageProperties,
  ...linkProperties,
});

/** The record with a link to the payment page. */
export const linkedSchema = Type.Object({ ...recordProperties, ...linkProperties });

/** The record after more data was sent. */
export const completedSchema = Type.Object({
  ...recordProperties,
  ...missingProperties,
  ...customerStepProperties,
  ...pageProperties,
  redirectURL: linkProperties.redirectURL,
});

export function recordView(payment: Payment) {
  return {
    ...statusFields(payment),
    channel: payment.channel,
    ...present({ method: payment.method, tokenizerId: payment.tokenizerId }),
  };
}

export const statusSchema = Type.Object({
  ...statusProperties,
  version: Type.Integer({ description: 'Increases with every change; the value of after.' }),
  ...stepProperties,
  redirectURL: linkProperties.redirectURL,
  statusPresentation: Type.Boolean({
    description: 'true: the result is known and may be shown to the customer; false: keep polling.',
  }),
});

export function statusView(payment: Payment, redirectURL: string | null) {
  return {
    ...statusFields(payment),
    version: payment.version,
    ...present({ redirectURL }),
    statusPresentation: !isUnfinished(payment),
  };
}

export const paymentSchema = Type.Object({
  ...recordProperties,
  ...customerStepProperties,
  redirectURL: linkProperties.redirectURL,
  order: Type.Object(
    {
      amount: amountReply('Amount in major units'),
      currency: Type.String({ description: 'ISO 4217 code.' }),
      description: optionalText('What is paid.'),
      extOrderId: optionalText('Your own id of the order.'),
      ...linesProperty,
    },
    { description: 'What is paid.' },
  ),
  merchant: Type.Object(
    {
      merchantId: Type.String({ description: 'MID.' }),
      name: Type.String({ description: 'Name of the shop.' }),
      url: optionalText('Address of the shop.'),
      redirectURL: optionalText('Where the customer returns, as sent by the merchant.'),
    },
    { description: 'The merchant that is paid.' },
  ),
  customer: Type.Optional(
    Type.Object({ email: optionalText('E-mail address, masked.') }, { description: 'Who pays.' }),
  ),
  instrument: Type.Optional(
    Type.Object(
      {
        type: oneOf(instrumentMeanings, 'Type of the instrument.'),
        cardMask: optionalText('First six and last four digits of the card number.'),
        organization: Type.Optional(oneOf(organizationNames, 'Card organization.')),
      },
      { description: 'What the customer pays with.' },
    ),
  ),
  transKind: oneOf(transKindMeanings, 'How the money moves.'),
  transType: oneOf(transTypeMeanings, 'Who is paid.'),
  authorizedAmount: amountReply(
    'Held or taken now; after a capture what was captured, after a reversal 0',
  ),
  capturedAmount: amountReply('Captured so far'),
  refundedAmount: amountReply('Refunded so far, including refunds in progress'),
  createdAt: time('When it was registered'),
  updatedAt: time('When it last changed'),
  paidAt: Type.Optional(time('When the amount was taken or held')),
  validUntil: time('When it is cancelled if unfinished'),
  returnURL: optionalText(
    'Where the payment page sends the customer back to: merchant.redirectURL if its origin is ' +
      'registered, otherwise the address of the shop, with paymentId and extOrderId. Absent: ' +
      'there is none.',
  ),
  holdUntil: Type.Optional(time('Preauthorizations: when the hold is released if not captured')),
  pendingOperation: Type.Optional(pendingOperationSchema),
  given: Type.Optional(givenSchema),
});

export function paymentView(
  payment: Payment,
  details: PaymentDetails,
  merchant: Merchant,
  redirectURL: string | null,
) {
  const { currency } = payment;
  const email = details.customer?.email;
  return {
    ...recordView(payment),
    ...present({ redirectURL }),
    order: {
      amount: amountView(payment.amountMinor, currency),
      currency,
      ...present({ description: payment.description, extOrderId: payment.extOrderId }),
    },
    merchant: {
      merchantId: payment.merchantId,
      name: merchant.settings.name,
      ...present({ url: merchant.settings.url, redirectURL: details.redirectURL }),
    },
    ...(email === undefined ? {} : { customer: { email: maskEmail(email) } }),
    ...(payment.instrumentType === null ? {} : { instrument: instrumentView(payment) }),
    transKind: payment.transKind,
    transType: payment.transType,
    authorizedAmount: amountView(authorizedNow(payment), currency),
    capturedAmount: amountView(payment.capturedMinor, currency),
    refundedAmount: amountView(payment.refundedMinor, currency),
    createdAt: isoTime(payment.createdAt),
    updatedAt: isoTime(payment.updatedAt),
    validUntil: isoTime(payment.validUntil),
    ...present({ returnURL: returnUrlOf(payment, details, merchant) }),
    ...(payment.holdUntil === null ? {} : { holdUntil: isoTime(payment.holdUntil) }),
  };
}

function statusFields(payment: Payment) {
  const code = payment.rejectCode;
  return {
    paymentId: payment.paymentId,
    status: payment.status,
    ...present({
      dataRequest: payment.dataRequest,
      rejectCode: code,
      rejectInfo: code && rejectReasons[code].info,
    }),
  };
}

function instrumentView(payment: Payment) {
  return {
    type: payment.instrumentType,
    ...present({ cardMask: payment.cardMask, organization: payment.organization }),
  };
}

/** Only its owner recognises it: `jan.kowalski@example.com` as `j***@example.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}
