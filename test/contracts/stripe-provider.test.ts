// Proves the adapter of Stripe against the simulated Stripe.
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { httpStripe } from '@bramka/gateway/providers/stripe/transport.ts';
import { declineCodes } from '@bramka/gateway/providers/stripe/reasons.ts';
import { stripeProvider } from '@bramka/gateway/providers/stripe/stripe.provider.ts';
import type { RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import { DELAY_MS } from '@bramka/sandbox/acquirer/triggers/behaviour.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { stripeEndpoints } from '@bramka/sandbox/stripe/endpoints.ts';
import { secondsOf } from '@bramka/sandbox/stripe/views.ts';
import { signatureHeader } from '@bramka/sandbox/stripe/webhooks.ts';
import { openStripeFixture } from '@bramka/sandbox/testing/stripe-fixture.ts';
import {
  UNKNOWN_REASON,
  type Change,
  type Counterpart,
  type SentMessage,
} from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { cardMeans } from '../support/providers/requests.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

proveProvider({
  name: 'stripe',
  means: ['PAN'],
  followUps: ['capture', 'adjust', 'reverse', 'refund'],
  connect({ url, key, timeoutMs }) {
    const { send, close } = httpStripe({ url, timeoutMs });
    const account = { key, webhookSecret: key };
    const clock = { now: () => NOW };
    const limits = { accountId: null, maxInFlightMs: 60_000, clock };
    return { adapter: stripeProvider({ name: 'stripe', account, send, ...limits }), close };
  },
  open: openCounterpart,
  endsIfNotFound: true,
  decides: (path) => /\/(confirm|capture|cancel|increment_authorization|refunds)$/.test(path),
  rejectCodes: { ...codesOf(declineCodes), [UNKNOWN_REASON]: 'DO_NOT_HONOR' },
  keepsCodes: true,
  elsewhere: [
    'currency_not_supported',
    'issuer_not_available',
    'not_permitted',
    'processing_error',
    'try_again_later',
  ],
  statesAmounts: true,
  sendsMessages: true,
  rewriteAnswer: (answer, change) => rewrite(answer, change),
  rewriteMessage({ body, ...message }, change, key) {
    const changed = rewrite(body, change);
    return { ...message, body: changed, headers: headersOf(changed, key) };
  },
});

async function openCounterpart(key: Secret<string>): Promise<Counterpart> {
  const { handle, acquirer, clock, events, ...fixture } = await openStripeFixture(NOW);
  const server = serveParty('/stripe', toRoutes(stripeEndpoints, { handle }), { key });
  return {
    url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/stripe`,
    approved: { means: cardMeans('4111111111111111') },
    declined: { means: cardMeans('4000000000009995') },
    pending: { means: cardMeans('4000000000020075') },
    later: () => clock.advance(DELAY_MS),
    async account({ paymentId, attemptId }) {
      const rows = await acquirer.chargesOf(paymentId);
      const made = rows.find((row) => row.attemptId === attemptId && row.result === 'APPROVED');
      // A sale is undone by a refund of its whole amount.
      const isUndone = made !== undefined && made.refundedMinor === made.authorizedMinor;
      if (!made || isUndone) {
        return { charges: 0, authorizedMinor: 0n, takenMinor: 0n, returnedMinor: 0n };
      }
      const { authorizedMinor, capturedMinor: takenMinor, refundedMinor: returnedMinor } = made;
      return { charges: 1, authorizedMinor, takenMinor, returnedMinor };
    },
    messages(attemptId): Promise<readonly SentMessage[]> {
      const own = events.filter(({ object }) => {
        return (object['metadata'] as Record<string, string>)['attempt'] === attemptId;
      });
      const messages = own.map(({ type, object }) => {
        const event = { id: 'evt_1', object: 'event', created: secondsOf(NOW), type };
        const body = JSON.stringify({ ...event, data: { object } });
        return { body, headers: headersOf(body, key), query: {} };
      });
      return Promise.resolve(messages);
    },
    async close() {
      await server.close();
      await fixture.close();
    },
  };
}

function headersOf(body: string, key: Secret<string>): Record<string, string> {
  return { 'stripe-signature': signatureHeader(body, secondsOf(NOW), key) };
}

function codesOf(table: typeof declineCodes): Record<string, RejectCode> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([ours, codes]) =>
      codes.split(/\s+/).map((code) => [code, ours as RejectCode] as const),
    ),
  );
}

const amountNames = new Set(['amount', 'amount_received', 'amount_capturable']);
const attemptNames = new Set(['attempt', 'capture', 'adjust']);

/** Changes every place that states an attempt, an amount or a reason. */
function rewrite(text: string, { attemptId, amount, reason }: Change): string {
  // A list may contain operations of other attempts.
  if (attemptId !== undefined && text.startsWith('{"object":"list"')) return text;
  return JSON.stringify(
    JSON.parse(text, (name, value: unknown) => {
      if (attemptId !== undefined && attemptNames.has(name)) return attemptId;
      if (amount && amountNames.has(name) && value !== 0) return Number(amount.minor);
      if (amount && name === 'currency') return amount.currency.toLowerCase();
      return reason !== undefined && name === 'decline_code' ? reason : value;
    }),
  );
}
