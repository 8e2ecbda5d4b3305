// Proves the BLIK adapter against the simulated operator: the customer confirms on a phone.
import { createHmac } from 'node:crypto';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';
import { blikProvider } from '@bramka/gateway/providers/blik/blik.provider.ts';
import type { BlikVerb } from '@bramka/gateway/providers/blik/messages.ts';
import { blikRejectReasons } from '@bramka/gateway/providers/blik/reasons.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import type { Means } from '@bramka/gateway/providers/means.ts';
import { operatorCalls } from '@bramka/sandbox/blik/http/protocol.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { phones } from '@bramka/sandbox/blik/phone/phones.ts';
import { NOTIFICATION_URL, openBlikFixture } from '@bramka/sandbox/testing/blik-fixture.ts';
import { UNKNOWN_REASON, type Counterpart } from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { payer } from '../support/providers/requests.ts';
import { rewriteJson } from '../support/counterparts/rewrite-json.ts';

const rewrite = rewriteJson({
  attemptId: 'attemptId',
  reason: 'reason',
  amountMinor: 'amountMinor',
  currency: 'currency',
});

function codeMeans(code: string): Means {
  const ticket = { type: 'CODE', code: secret(code) } as const;
  return { kind: 'blik', ticket, register: null, payer, description: 'Order 1' };
}

/** A notification with the signature of its exact text. */
function signed(body: string, key: Secret<string>) {
  const signature = createHmac('sha256', open(key)).update(body).digest('hex');
  return { body, headers: { signature }, query: {} };
}

async function openOperator(key: Secret<string>): Promise<Counterpart> {
  const fixture = await openBlikFixture('memory');
  const handle = (verb: BlikVerb, request: unknown) => fixture.blik.handle(verb, request);
  const server = serveParty('/blik', toRoutes(operatorCalls, { handle }), { key });
  const answer = (accepts: boolean) => async (attemptId: string) => {
    await fixture.blik.phones.answerPush(attemptId, { accepts, saves: false });
  };
  let used = 0;
  return {
    url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/blik`,
    declined: { means: codeMeans('100005') },
    async approved() {
      const phone = phones[(used += 1) % phones.length]?.key ?? '';
      return { means: codeMeans((await fixture.blik.phones.issueCode(phone)).code ?? '') };
    },
    customer: { confirm: answer(true), refuse: answer(false) },
    async account({ paymentId }) {
      const rows = (await fixture.blik.paymentsOf(paymentId)).filter(
        ({ verb, state, isReversed }) =>
          verb === 'authorize' && state === 'APPROVED' && !isReversed,
      );
      const takenMinor = rows.reduce((sum, row) => sum + row.amountMinor, 0n);
      const returnedMinor = rows.reduce((sum, row) => sum + row.refundedMinor, 0n);
      return { charges: rows.length, authorizedMinor: takenMinor, takenMinor, returnedMinor };
    },
    async messages(attemptId) {
      const sent = fixture.sent.filter(({ orderId }) => orderId === attemptId);
      return sent.map((message) => signed(JSON.stringify(message), key));
    },
    async close() {
      await server.close();
      await fixture.close();
    },
  };
}

proveProvider({
  name: 'test',
  means: ['BLIK'],
  followUps: ['stop', 'reverse', 'refund'],
  connect({ url, key, timeoutMs }) {
    const { send, close } = httpTransport({ url, key, timeoutMs });
    const notificationUrl = () => NOTIFICATION_URL;
    const adapter = blikProvider({
      name: 'test',
      send,
      key,
      maxInFlightMs: 60_000,
      notificationUrl,
    });
    return { adapter, close };
  },
  open: openOperator,
  rejectCodes: {
    ...Object.fromEntries(
      (Object.keys(blikRejectReasons) as (keyof typeof blikRejectReasons)[]).map((code) => [
        code.replace('BLIK_', ''),
        code,
      ]),
    ),
    [UNKNOWN_REASON]: 'BLIK_GENERAL_ERROR',
  },
  statesAmounts: true,
  rewriteAnswer: rewrite,
  sendsMessages: true,
  rewriteMessage: ({ body }, change, key) => signed(rewrite(body, change), key),
});
