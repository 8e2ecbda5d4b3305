// Parses and validates requests of the BLIK protocol, independently of the gateway. A code is
// hashed at once and never stored as it came.

import { createHash } from 'node:crypto';
import {
  fieldsOf,
  isPresent,
  MalformedRequest,
  optionalText,
  text,
  uuid,
  type Fields,
} from '../wire/fields.ts';

export interface OperationRequest {
  readonly attemptId: string;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Equal for repeats of the same request. */
  readonly requestHash: string;
}

export type Ticket =
  | { readonly type: 'CODE'; readonly code: string }
  | { readonly type: 'UID' | 'PAYID'; readonly alias: string; readonly app: string | null };

/** Limits of an agreement; amounts in minor units as text. */
export interface Recurring {
  readonly model: string;
  readonly frequency: string | null;
  readonly limitMinor: string | null;
  readonly totalLimitMinor: string | null;
  readonly totalCount: string | null;
  readonly expiresOn: string | null;
}

interface Registration {
  readonly type: 'UID' | 'PAYID';
  readonly alias: string;
  readonly label: string;
  readonly recurring: Recurring | null;
}

export interface AuthorizeRequest extends OperationRequest {
  readonly ticket: Ticket;
  readonly register: Registration | null;
  readonly description: string;
  /** Null: nobody waits for messages. */
  readonly notificationUrl: string | null;
}

export interface FollowUpRequest extends OperationRequest {
  readonly originalAttemptId: string;
}

const ALIAS = /^[\x20-\x7e]{3,64}$/;
const MINOR = /^[1-9]\d{0,14}$/;
const LABEL = /^[^\p{Cc}]{1,64}$/u;

export function readAttemptId(request: unknown): string {
  return uuid(fieldsOf(request, 'body'), 'attemptId');
}

export function readAuthorize(request: unknown): AuthorizeRequest {
  const fields = fieldsOf(request, 'body');
  const payer = fieldsOf(fields['payer'], 'payer');
  // Whatever is known about the customer's device; it is not used here.
  optionalText(payer, 'ip', /^[0-9a-fA-F.:]{2,45}$/);
  optionalText(payer, 'userAgent', /^[^\p{Cc}]{1,2048}$/u);
  const url = text(fields, 'notificationUrl', /^https?:\/\/[\x21-\x7e]{1,1000}$/);
  if (!URL.canParse(url)) throw new MalformedRequest('notificationUrl');
  return {
    ...readOperation(fields),
    ticket: readTicket(fieldsOf(fields['ticket'], 'ticket')),
    register: isPresent(fields['register'])
      ? readRegistration(fieldsOf(fields['register'], 'register'))
      : null,
    description: text(fields, 'description', /^[^\p{Cc}]{0,200}$/u),
    notificationUrl: url,
  };
}

export function readFollowUp(request: unknown): FollowUpRequest {
  const fields = fieldsOf(request, 'body');
  const operation = readOperation(fields);
  const originalAttemptId = uuid(fields, 'originalAttemptId');
  if (originalAttemptId === operation.attemptId) throw new MalformedRequest('originalAttemptId');
  return { ...operation, originalAttemptId };
}

function readTicket(ticket: Fields): Ticket {
  switch (ticket['type']) {
    case 'CODE':
      return { type: 'CODE', code: text(ticket, 'code', /^\d{6}$/) };
    case 'UID':
    case 'PAYID': {
      const app = optionalText(ticket, 'app', /^[\x21-\x7e]{1,64}$/);
      return { type: ticket['type'], alias: text(ticket, 'alias', ALIAS), app };
    }
    default:
      throw new MalformedRequest('ticket.type');
  }
}

function readRegistration(fields: Fields): Registration {
  const type = text(fields, 'type', /^(UID|PAYID)$/) as Registration['type'];
  const recurring = isPresent(fields['recurring'])
    ? readRecurring(fieldsOf(fields['recurring'], 'recurring'))
    : null;
  if ((recurring === null) === (type === 'PAYID')) throw new MalformedRequest('recurring');
  return {
    type,
    alias: text(fields, 'alias', ALIAS),
    label: text(fields, 'label', LABEL),
    recurring,
  };
}

function readRecurring(fields: Fields): Recurring {
  return {
    model: text(fields, 'model', /^[AMO]$/),
    frequency: optionalText(fields, 'frequency', /^\d{1,3}[DWMY]$/),
    limitMinor: optionalText(fields, 'limitMinor', MINOR),
    totalLimitMinor: optionalText(fields, 'totalLimitMinor', MINOR),
    totalCount: optionalText(fields, 'totalCount', /^[1-9]\d{0,5}$/),
    expiresOn: optionalText(fields, 'expiresOn', /^\d{8}$/),
  };
}

function readOperation(fields: Fields): OperationRequest {
  return {
    attemptId: uuid(fields, 'attemptId'),
    merchantId: text(fields, 'merchantId', /^[\x21-\x7e]{1,64}$/),
    paymentId: uuid(fields, 'paymentId'),
    amountMinor: BigInt(text(fields, 'amountMinor', MINOR)),
    currency: text(fields, 'currency', /^PLN$/),
    requestHash: hashOf(JSON.stringify(fields)),
  };
}

export function hashOf(value: string): string {
  return createHash('sha256').update(`blik ${value}`).digest('hex');
}
