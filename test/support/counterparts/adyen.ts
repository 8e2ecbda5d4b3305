// Adyen Checkout for its proof: the adapter over HTTP, and the simulated Adyen.
import { createHash } from 'node:crypto';
import { money } from '@bramka/gateway/core/money.ts';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { adyenProvider } from '@bramka/gateway/providers/adyen/adyen.provider.ts';
import { readReference, referenceOf } from '@bramka/gateway/providers/adyen/reference.ts';
import { readItems, signItem } from '@bramka/gateway/providers/adyen/messages/webhook.ts';
import { httpAdyen } from '@bramka/gateway/providers/adyen/transport.ts';
import { DELAY_MS } from '@bramka/sandbox/acquirer/triggers/behaviour.ts';
import { adyenEndpoints } from '@bramka/sandbox/adyen/endpoints.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import {
  ADYEN_ACCOUNT,
  ADYEN_URL,
  openAdyenFixture,
} from '@bramka/sandbox/testing/adyen-fixture.ts';
import {
  UNKNOWN_REASON,
  type Change,
  type Counterpart,
  type ProvenProvider,
  type SentMessage,
} from '../providers/counterpart.ts';
import { faults } from '../providers/line/faults.ts';
import { openWire } from '../providers/line/wire.ts';
import { cardMeans } from '../providers/requests.ts';
import { accountOf } from './plain.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

/** The suite has one key: that of messages follows from it. */
const hmacKeyOf = (key: Secret<string>): Secret<string> =>
  secret(createHash('sha256').update(open(key)).digest('hex'));

export const adyenProof = {
  name: 'test',
  means: ['PAN', 'NETWORK_TOKEN'],
  followUps: ['capture', 'adjust', 'reverse', 'refund', 'stop'],
  inquiry: 'none',
  connect({ url, key, timeoutMs }) {
    const { send, close } = httpAdyen({ url, timeoutMs });
    const account = { merchantAccount: ADYEN_ACCOUNT, apiKey: key, hmacKey: hmacKeyOf(key) };
    const clock = { now: () => NOW };
    const returnUrl = () => ADYEN_URL;
    const options = { name: 'test', account, send, maxInFlightMs: 60_000, clock, returnUrl };
    return { adapter: adyenProvider(options), close };
  },
  open: openCounterpart,
  rejectCodes: {
    '2': 'DO_NOT_HONOR',
    '4': 'ISSUER_UNAVAILABLE',
    '6': 'EXPIRED_CARD',
    '12': 'INSUFFICIENT_FUNDS',
    '23': 'CARD_RESTRICTED',
    '24': 'INVALID_CVV',
    '38': 'SCA_REQUIRED',
    [UNKNOWN_REASON]: 'DO_NOT_HONOR',
  },
  keepsCodes: true,
  elsewhere: ['4', '23'],
  // Operations are answered with status 201.
  line: { open: openWire, faults: faults.filter(({ name }) => !name.endsWith('status 201')) },
  statesAmounts: true,
  rewriteAnswer,
  sendsMessages: true,
  rewriteMessage,
} satisfies ProvenProvider;

async function openCounterpart(key: Secret<string>): Promise<Counterpart> {
  const { acquirer, clock, sent, ...fixture } = await openAdyenFixture(key, hmacKeyOf(key));
  const server = serveParty('/adyen', toRoutes(adyenEndpoints, fixture));
  return {
    url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/adyen`,
    approved: { means: cardMeans('4111111111111111') },
    declined: { means: cardMeans('4000000000009995') },
    pending: { means: cardMeans('4000000000020075') },
    later: () => clock.advance(DELAY_MS),
    account: ({ paymentId }) => accountOf(acquirer, paymentId),
    async messages(attemptId) {
      await fixture.runDue();
      const reference = attemptId.replaceAll('-', '').toUpperCase();
      const own = sent.filter((body) => body.includes(`"pspReference":"${reference}"`));
      return own.map((body) => ({ body, headers: {}, query: {} }));
    },
    async close() {
      await server.close();
      await fixture.close();
    },
  };
}

/** A reference of ours that names another attempt. */
function renamed(reference: unknown, attemptId: string | undefined): unknown {
  const named = typeof reference === 'string' ? readReference(reference) : undefined;
  if (!named || attemptId === undefined) return reference;
  return referenceOf({ ...named, attemptId }, named.verb);
}

function rewriteAnswer(answer: string, { attemptId, amount, reason }: Change): string {
  const fields = JSON.parse(answer) as Record<string, unknown>;
  for (const name of ['merchantReference', 'reference']) {
    if (name in fields) fields[name] = renamed(fields[name], attemptId);
  }
  if (amount && 'amount' in fields) {
    fields['amount'] = { value: Number(amount.minor), currency: amount.currency };
  }
  if (reason !== undefined && 'refusalReasonCode' in fields) fields['refusalReasonCode'] = reason;
  return JSON.stringify(fields);
}

function rewriteMessage({ body }: SentMessage, change: Change, key: Secret<string>): SentMessage {
  const message = JSON.parse(body) as { notificationItems: { NotificationRequestItem: object }[] };
  const [wrapper] = message.notificationItems;
  const [item] = readItems(message) ?? [];
  if (!wrapper || !item) throw new Error('the message has an item');
  const amount = change.amount ?? item.amount;
  const signature = signItem(
    { ...item, amount: money(amount.minor, amount.currency) },
    hmacKeyOf(key),
  );
  const changed = {
    ...wrapper.NotificationRequestItem,
    amount: { value: Number(amount.minor), currency: amount.currency },
    additionalData: { ...item.additional, hmacSignature: signature },
  };
  const notificationItems = [{ NotificationRequestItem: changed }];
  return { body: JSON.stringify({ ...message, notificationItems }), headers: {}, query: {} };
}
