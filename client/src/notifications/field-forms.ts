// Checks the fields of a message that has only the header Signature. It signs the values joined
// without separators and names, so the names, their order and the forms of the values must be
// right; otherwise the same text could be read as another message.

import { explain, type NotificationError } from './explain.ts';
import { notificationFields } from './notification.ts';

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const word = /^[A-Z][A-Z0-9_]*$/;

const forms: Readonly<Record<string, RegExp>> = {
  event: word,
  eventId: id,
  occurredAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  merchantId: /^\d+$/,
  paymentId: id,
  status: word,
  method: word,
  channel: word,
  transKind: word,
  currency: /^[A-Z]{3}$/,
  amount: /^(?:0|[1-9]\d*)(?:\.\d+)?$/,
  transType: word,
  transId: id,
  refundStatus: word,
  refundId: id,
  subpaymentId: id,
  tokenizerId: id,
  sequence: /^[1-9]\d*$/,
  rejectCode: word,
};

/** What a message with a valid `Signature` cannot have, unless it was changed. */
export function formError(
  message: Readonly<Record<string, unknown>>,
): NotificationError | undefined {
  let last = -1;
  for (const [name, value] of Object.entries(message)) {
    const index = notificationFields.indexOf(name);
    if (index <= last) {
      const hint = `The field ${name} is unknown or not in its place.`;
      return explain('body-changed', { name, hint });
    }
    const isRight = typeof value === (name === 'sequence' ? 'number' : 'string');
    if (!isRight || forms[name]?.test(String(value)) === false) {
      const hint = `The field ${name} does not have its form.`;
      return explain('body-changed', { name, hint });
    }
    last = index;
  }
  return undefined;
}
