// The messages of the simulated Stripe to the gateway: events with a signature of the time and the
// exact text, sent until the gateway acknowledges them.

import { createHmac } from 'node:crypto';
import { mediaTypes } from '@bramka/gateway/http/endpoint.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import { textCalls } from '@bramka/gateway/http/outgoing.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import { faultyDelivery } from '../party/faulty-delivery.ts';
import { createOutbox, newMessage, type OutboxMessage } from '../party/outbox.ts';
import type { PartyContext } from '../party/party.ts';
import { messageTable } from './rows.ts';
import type { StripeStore } from './stripe.store.ts';
import { plain, secondsOf } from './views.ts';

const LIMIT_MS = 5_000;
const MAX_AT_ONCE = 50;

interface WebhookParts extends Pick<PartyContext, 'journal' | 'clock' | 'ids' | 'faults'> {
  readonly name: string;
  readonly store: StripeStore;
  readonly secret: Secret<string>;
  /** Where the gateway listens; undefined: nowhere, so that nothing is sent. */
  readonly url: () => string | undefined;
}

/** The header that proves a message: its time in seconds, and the signature. */
export function signatureHeader(text: string, seconds: number, secret: Secret<string>): string {
  const signed = createHmac('sha256', open(secret)).update(`${seconds}.${text}`).digest('hex');
  return `t=${seconds},v1=${signed}`;
}

export function createWebhooks(parts: WebhookParts) {
  const { journal, clock, ids, store, secret } = parts;
  const calls = textCalls({ timeoutMs: LIMIT_MS, loadsLate: true });
  const sending = new Set<Promise<unknown>>();
  const outbox = createOutbox({
    journal,
    table: messageTable,
    find: (messageId) => store.message(messageId),
    clock,
    deliver: faultyDelivery(parts.name, 'webhook', parts),
    post(url, body) {
      const signature = signatureHeader(body, secondsOf(clock.now()), secret);
      const headers = { 'content-type': mediaTypes.json, 'stripe-signature': signature };
      return calls.post(url, headers, body);
    },
  });
  const track = (work: Promise<unknown>): void => {
    const tracked = work.catch(() => undefined).finally(() => sending.delete(tracked));
    sending.add(tracked);
  };
  return {
    /** Commits an event and sends it; the answer to the request does not wait for it. */
    async announce(type: string, object: object): Promise<void> {
      const url = parts.url();
      if (url === undefined) return;
      const id = ids.next();
      const message: OutboxMessage = newMessage(id, url, eventText(id, type, object), clock.now());
      await journal.commit(new Draft().insert(messageTable, message));
      track(outbox.send(message));
    },
    async runDue(): Promise<number> {
      const due = await store.dueMessages(clock.now(), MAX_AT_ONCE);
      const sent = await Promise.all(due.map((one) => outbox.sendAgain(one)));
      return sent.filter(Boolean).length;
    },
    async close(): Promise<void> {
      await Promise.all(sending);
      await calls.close();
    },
  };

  function eventText(id: string, type: string, object: object): string {
    const created = secondsOf(clock.now());
    return JSON.stringify({
      id: `evt_${plain(id)}`,
      object: 'event',
      created,
      type,
      data: { object },
    });
  }
}
