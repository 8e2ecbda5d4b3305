// Reads the requests of Adyen Checkout and translates them to those of the acquirer. The key of a
// request is its attempt, the reference names merchant and payment, and the PSP reference is the
// attempt in another form: so the simulation needs no table of payments.

import { isUuid } from '@bramka/gateway/core/id.ts';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { readReference, uuidOf } from './reference.ts';
import { fieldsOf, isPresent, MalformedRequest, optionalText, text } from '../wire/fields.ts';
import type { Fields } from '../wire/fields.ts';

export interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Who asks for what. */
export interface Operation {
  readonly attemptId: string;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly reference: string;
}

export function readOperation(body: Fields, key: string | undefined): Operation {
  const reference = text(body, 'reference', /^.{1,79}$/);
  const named = readReference(reference);
  if (!named) throw new MalformedRequest('reference');
  if (key === undefined || !isUuid(key)) throw new MalformedRequest('Idempotency-Key');
  const { merchantId, paymentId } = named;
  return { attemptId: key, merchantId, paymentId, reference };
}

export function readAmount(body: Fields): Amount {
  const amount = fieldsOf(body['amount'], 'amount');
  const { value } = amount;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new MalformedRequest('amount');
  }
  return { value, currency: text(amount, 'currency', /^[A-Z]{3}$/) };
}

export function pspReferenceOf(attemptId: string): string {
  return attemptId.replaceAll('-', '').toUpperCase();
}

/** Undefined: no payment has such a reference. */
export function attemptOf(pspReference: string): string | undefined {
  const hex = pspReference.toLowerCase();
  const id = uuidOf(hex);
  return pspReferenceOf(id) === pspReference && isUuid(id) ? id : undefined;
}

/** The attempt of the payment that a cancellation by reference means. */
export function cancelledAttempt(body: Fields): string {
  const named = readReference(text(body, 'paymentReference', /^.{1,79}$/));
  if (named?.letter !== 'a') throw new MalformedRequest('paymentReference');
  return named.attemptId;
}

const exemptions: Readonly<Record<string, PlainRequest['exemption']>> = {
  lowValue: 'LOW_VALUE',
  transactionRiskAnalysis: 'TRA',
};

export function paymentOf(body: Fields, operation: Operation): PlainRequest {
  const { attemptId, merchantId, paymentId } = operation;
  const { value, currency } = readAmount(body);
  const method = fieldsOf(body['paymentMethod'], 'paymentMethod');
  const additional = fieldsOf(body['additionalData'] ?? {}, 'additionalData');
  const mpi = fieldsOf(body['mpiData'] ?? {}, 'mpiData');
  const series = optionalText(method, 'networkPaymentReference', /^[\x20-\x7e]{1,128}$/);
  const claimed = exemptions[String(additional['scaExemption'])];
  const exemption = body['shopperInteraction'] === 'ContAuth' ? 'MIT' : claimed;
  return {
    attemptId,
    merchantId,
    paymentId,
    amountMinor: String(value),
    currency,
    kind: additional['manualCapture'] === 'true' ? 'hold' : 'sale',
    ...fundingOf(body),
    card: cardOf(method, mpi),
    ...(isPresent(mpi['dsTransID']) ? { threeDS: claimOf(mpi) } : {}),
    ...(exemption === undefined ? {} : { exemption }),
    ...(series === null ? {} : { networkTransactionId: series }),
  };
}

/** The acquirer checks what it is told about the recipient. */
function fundingOf(body: Fields): Pick<PlainRequest, 'kind' | 'funding'> {
  if (!isPresent(body['fundRecipient'])) return {};
  const recipient = fieldsOf(body['fundRecipient'], 'fundRecipient');
  const metadata = fieldsOf(body['metadata'], 'metadata');
  const method = fieldsOf(recipient['paymentMethod'], 'paymentMethod');
  const name = fieldsOf(recipient['shopperName'] ?? {}, 'shopperName');
  const names = [name['firstName'], name['lastName']].filter((part) => typeof part === 'string');
  const funding = {
    ...metadata,
    recipient: {
      number: text(method, 'number', /^\d{12,19}$/),
      ...(names.length === 0 ? {} : { name: names.join(' ') }),
    },
  };
  return { kind: 'funding', funding: funding as NonNullable<PlainRequest['funding']> };
}

function cardOf(method: Fields, mpi: Fields): NonNullable<PlainRequest['card']> {
  const year = text(method, 'expiryYear', /^\d{4}$/);
  const month = text(method, 'expiryMonth', /^(0[1-9]|1[0-2])$/);
  const type = text(method, 'type', /^(scheme|networkToken)$/);
  const cryptogram = optionalText(mpi, 'tokenAuthenticationVerificationValue', /^.{1,64}$/);
  const eci = isPresent(mpi['dsTransID']) ? null : optionalText(mpi, 'eci', /^0[0-7]$/);
  return {
    number: text(method, 'number', /^\d{12,19}$/),
    expiry: `${year}${month}`,
    cvv: optionalText(method, 'cvc', /^\d{3,4}$/),
    holder: optionalText(method, 'holderName', /^[^\0]{0,200}$/u),
    ...(type === 'scheme' ? {} : { numberType: 'NETWORK_TOKEN' as const }),
    ...(cryptogram === null ? {} : { cryptogram }),
    ...(eci === null ? {} : { eci }),
  };
}

function claimOf(mpi: Fields): NonNullable<PlainRequest['threeDS']> {
  return {
    eci: text(mpi, 'eci', /^0[0-7]$/),
    cavv: optionalText(mpi, 'cavv', /^.{1,64}$/),
    dsTransId: text(mpi, 'dsTransID', /^.{36}$/),
    version: text(mpi, 'threeDSVersion', /^\d\.\d\.\d$/),
    transStatus: text(mpi, 'directoryResponse', /^[A-Z]$/),
  };
}
