// The messages of the simulated Adyen: what an operation led to, signed when it is sent. The result
// is kept as it was when the operation was made; one that is not decided yet is asked for later.

import { createHmac } from 'node:crypto';
import { defect } from '@bramka/gateway/core/assert.ts';
import { isoTime, type Clock } from '@bramka/gateway/core/clock.ts';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import type { PlainReply } from '@bramka/gateway/providers/plain/messages.ts';
import type { SimulatedAcquirer } from '../acquirer/acquirer.ts';
import type { Deliver, DeliveryAnswer } from '../party/faulty-delivery.ts';
import { createOutbox, newMessage } from '../party/outbox.ts';
import { messageTable, ONE_PER_OPERATION, type AdyenStore } from './adyen.store.ts';
import { reasonOf } from './reasons.ts';
import { pspReferenceOf, type Amount } from './requests.ts';

/** What a message is about. */
interface Event {
  readonly eventCode: string;
  readonly attemptId: string;
  readonly reference: string;
  /** The payment; absent: it is the payment itself, or not known. */
  readonly originalAttemptId?: string;
  readonly amount: Amount;
  /** Why it was not made, although the acquirer was not asked. */
  readonly failure?: string;
}

interface StoredEvent extends Event {
  readonly reply: PlainReply | null;
}

interface WebhookParts {
  readonly journal: Journal;
  readonly store: AdyenStore;
  readonly clock: Clock;
  readonly acquirer: Pick<SimulatedAcquirer, 'handle'>;
  readonly merchantAccount: string;
  readonly hmacKey: Secret<string>;
  readonly deliver: Deliver;
  readonly post: (url: string, body: string) => Promise<DeliveryAnswer>;
}

const MAX_AT_ONCE = 50;

export function createWebhooks(parts: WebhookParts) {
  const { journal, store, clock, deliver } = parts;
  const post = async (url: string, stored: string): Promise<DeliveryAnswer> => {
    const event = JSON.parse(stored) as StoredEvent;
    const reply = event.reply ?? (await resultOf(parts, event.attemptId));
    const isOpen = event.failure === undefined && (!reply || reply.result === 'PENDING');
    if (isOpen) return { status: 503, body: undefined };
    return parts.post(url, webhookOf(parts, event, reply));
  };
  const find = (messageId: string) => store.message(messageId);
  const outbox = createOutbox({ journal, table: messageTable, find, clock, deliver, post });
  return {
    /** Where messages about the payment are sent to. */
    addressOf: async (attemptId: string) => (await store.message(attemptId))?.url,
    /** Once for each operation; nothing if the acquirer has not received it. */
    async add(event: Event, url: string): Promise<void> {
      const reply = event.failure === undefined ? await resultOf(parts, event.attemptId) : null;
      if (reply?.result === 'NOT_FOUND') return;
      const known = reply?.result === 'PENDING' ? null : (reply ?? null);
      const stored: StoredEvent = { ...event, reply: known };
      const now = clock.now();
      const first = newMessage(event.attemptId, url, JSON.stringify(stored), now);
      const row = { ...first, tries: 0, dueAt: now };
      const result = await journal.commit(new Draft().insert(messageTable, row));
      const isRepeat = result.kind === 'conflict' && result.constraint === ONE_PER_OPERATION;
      if (result.kind !== 'committed' && !isRepeat) defect('a message could not be stored');
    },
    /** Sends what is due; returns how many messages that were. */
    async runDue(): Promise<number> {
      const due = await store.dueMessages(clock.now(), MAX_AT_ONCE);
      const sent = await Promise.all(due.map((message) => outbox.sendAgain(message)));
      return sent.filter(Boolean).length;
    },
  };
}

async function resultOf(
  { acquirer }: WebhookParts,
  attemptId: string,
): Promise<PlainReply | undefined> {
  const answer = await acquirer.handle('inquire', { attemptId });
  return answer?.status === 200 ? (answer.body as PlainReply) : undefined;
}

/** The text of a message with one item. */
function webhookOf(
  { clock, merchantAccount, hmacKey }: WebhookParts,
  event: Event,
  reply: PlainReply | null | undefined,
): string {
  const { eventCode, attemptId, reference, originalAttemptId, amount, failure } = event;
  const isSuccess = failure === undefined && reply?.result === 'APPROVED';
  const { authCode, networkTransactionId: networkTxReference } = reply ?? {};
  const item = {
    amount,
    eventCode,
    eventDate: isoTime(clock.now()),
    merchantAccountCode: merchantAccount,
    merchantReference: reference,
    ...(originalAttemptId === undefined
      ? {}
      : { originalReference: pspReferenceOf(originalAttemptId) }),
    paymentMethod: 'visa',
    pspReference: pspReferenceOf(attemptId),
    reason: isSuccess ? '' : (failure ?? reasonOf(reply?.rejectCode)[1]),
    success: String(isSuccess),
  };
  const additionalData = {
    hmacSignature: signatureOf(item, hmacKey),
    ...(isSuccess && { authCode, networkTxReference }),
  };
  const notificationItems = [{ NotificationRequestItem: { ...item, additionalData } }];
  return JSON.stringify({ live: 'false', notificationItems });
}

interface SignedItem {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: Amount;
  readonly eventCode: string;
  readonly success: string;
}

function signatureOf(item: SignedItem, key: Secret<string>): string {
  const { value, currency } = item.amount;
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference } = item;
  const names = [pspReference, originalReference, merchantAccountCode, merchantReference];
  const signed = [...names, value, currency, item.eventCode, item.success].join(':');
  return createHmac('sha256', Buffer.from(open(key), 'hex'))
    .update(signed)
    .digest('base64');
}

/** The key of the messages inside a sandbox, known to everybody. */
export const SANDBOX_HMAC_KEY = secret(
  '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
);
