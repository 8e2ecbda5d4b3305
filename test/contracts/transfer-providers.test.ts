// Proves both adapters of bank transfers, Autopay's protocol (BM) and the plain redirect (PA),
// against their simulated providers: the customer pays at a simulated bank.
import { createHash } from 'node:crypto';
import { createIds } from '@bramka/gateway/core/id.ts';
import { formatAmount } from '@bramka/gateway/core/money.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { toRoutes, type Route } from '@bramka/gateway/http/endpoint.ts';
import { autopayProvider } from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { httpAutopay } from '@bramka/gateway/providers/autopay/transport.ts';
import type { Means } from '@bramka/gateway/providers/means.ts';
import { redirectProvider } from '@bramka/gateway/providers/redirect/redirect.provider.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { commonRejectReasons, type RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import { operatorCalls, type HandleCall } from '@bramka/sandbox/autopay/endpoints.ts';
import { simulatedService } from '@bramka/sandbox/bank/hash.ts';
import { operations } from '@bramka/sandbox/autopay/operator.ts';
import { transactionListXml, transactionsOf } from '@bramka/sandbox/autopay/transactions.ts';
import { sqlTransferStore } from '@bramka/sandbox/bank/transfer.store.ts';
import type { TransferRow } from '@bramka/sandbox/bank/transfer.ts';
import { createTransfers, REFUND_MS, type Transfers } from '@bramka/sandbox/bank/transfers.ts';
import { paEndpoints, type HandlePa } from '@bramka/sandbox/pa/endpoints.ts';
import { handlers } from '@bramka/sandbox/pa/operator.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { openBacking } from '@bramka/sandbox/testing/backing.ts';
import {
  UNKNOWN_REASON,
  type Change,
  type Counterpart,
  type SentMessage,
} from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { payer } from '../support/providers/requests.ts';
import { rewriteJson } from '../support/providers/rewrite-json.ts';

const BANKS = { autopay: 106, pa: 301 } as const;
const RETURN_URL = 'https://gateway.example/back';
const shared = {
  maxInFlightMs: 60_000,
  returnUrl: () => RETURN_URL,
  allowsPlainLinks: false,
} as const;
const serviceOf = (key: Secret<string>) =>
  ({ ...simulatedService('autopay', key), hashMethod: 'SHA256' }) as const;
const orderIdOf = (attemptId: string): string => attemptId.replaceAll('-', '');

/** The hash of both protocols: the values and the key. */
function hashOf(values: readonly string[], key: Secret<string>): string {
  const text = [...values.filter((value) => value !== ''), open(key)].join('|');
  return createHash('sha256').update(text).digest('hex');
}

function operatorParts(
  transfers: Transfers,
  clock: ReturnType<typeof handClock>,
  key: Secret<string>,
) {
  return {
    transfers,
    clock,
    service: simulatedService('autopay', key),
    ownUrl: () => 'https://operator.example',
    defaultReturnUrl: () => RETURN_URL,
    mayCall: () => true,
    pageOf: () => 'https://bank.example/pay',
  };
}

type Parts = ReturnType<typeof operatorParts>;

interface Operator {
  readonly intermediary: keyof typeof BANKS;
  readonly routes: (parts: Parts) => readonly Route[];
  /** What it sends besides the return of the customer. */
  readonly notices?: (rows: readonly TransferRow[], parts: Parts) => SentMessage[];
}

const openOperator =
  ({ intermediary, routes, notices }: Operator) =>
  async (key: Secret<string>): Promise<Counterpart> => {
    const backing = await openBacking('embedded');
    const { database } = backing;
    if (!database) throw new Error('the embedded database is open');
    const clock = handClock();
    const stored = { store: sqlTransferStore(database), journal: backing.journal() };
    const transfers = createTransfers({ ...stored, clock, random: systemRandom });
    const parts = operatorParts(transfers, clock, key);
    const server = serveParty('/provider', routes(parts), { key });
    const rowsOf = (attemptId: string) => transfers.ofOrder(intermediary, orderIdOf(attemptId));
    const act = (action: 'pay' | 'refuse') => async (attemptId: string) => {
      for (const { remoteId } of await rowsOf(attemptId)) await transfers.act(remoteId, action);
    };
    return {
      url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/provider`,
      approved: { means: redirectTo(BANKS[intermediary]) },
      customer: { confirm: act('pay'), refuse: act('refuse') },
      later: () => clock.advance(REFUND_MS),
      async account({ attemptId }) {
        const paid = (await rowsOf(attemptId)).filter(({ state }) => state === 'PAID');
        const takenMinor = paid.reduce((sum, row) => sum + row.amountMinor, 0n);
        const returnedMinor = paid.reduce((sum, row) => sum + row.refundedMinor, 0n);
        return { charges: paid.length, authorizedMinor: takenMinor, takenMinor, returnedMinor };
      },
      async messages(attemptId) {
        const rows = await rowsOf(attemptId);
        const returns = rows.map(({ serviceId: ServiceID, orderId: OrderID, returnHash: Hash }) => {
          return { body: '', headers: {}, query: { ServiceID, OrderID, Hash } };
        });
        return [...(notices?.(rows, parts) ?? []), ...returns];
      },
      async close() {
        await server.close();
        await backing.close();
      },
    };
  };

function redirectTo(bankId: number): Means {
  const validUntil = Date.parse('2026-03-01T13:00:00Z');
  return { kind: 'redirect', bankId, payer, description: 'Order 1', validUntil };
}

const notice = (xml: string): SentMessage => {
  const transactions = Buffer.from(xml).toString('base64');
  return { body: String(new URLSearchParams({ transactions })), headers: {}, query: {} };
};

/** Changes the elements of a document of Autopay, or the messageId of its JSON. */
function rewriteAutopay(answer: string, change: Change, key: Secret<string>): string {
  const orderId = change.attemptId && orderIdOf(change.attemptId);
  if (answer.startsWith('{')) {
    const { hash, ...fields } = JSON.parse(answer) as Record<string, unknown>;
    if (hash === undefined) return answer;
    const next = { ...fields, ...(orderId && { messageId: orderId }) };
    return JSON.stringify({ ...next, hash: hashOf(Object.values(next).map(String), key) });
  }
  const values = {
    orderID: orderId,
    messageID: orderId,
    amount: change.amount && formatAmount(change.amount),
    currency: change.amount?.currency,
    paymentStatusDetails: change.reason,
  };
  let xml = answer;
  for (const [name, value] of Object.entries(values)) {
    if (value) xml = xml.replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${value}<`);
  }
  const leaves = [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, , text = '']) => text);
  return xml.replace(/<hash>[^<]*</, `<hash>${hashOf(leaves.slice(0, -1), key)}<`);
}

const declared = {
  means: ['REDIRECT'],
  followUps: ['stop', 'refund'],
  sendsMessages: true,
} as const;

proveProvider({
  ...declared,
  name: 'BM',
  connect({ key, ...connection }) {
    const transport = httpAutopay(connection);
    const service = serviceOf(key);
    const ids = createIds(handClock(), systemRandom);
    const { send } = transport;
    const adapter = autopayProvider({ ...shared, name: 'BM', service, send, ids });
    return { adapter, close: () => transport.close() };
  },
  open: openOperator({
    intermediary: 'autopay',
    routes(parts) {
      const handle: HandleCall = async (call) => {
        const found = Object.values(operations).find(([path]) => path === call.path);
        return found?.[1](parts, call);
      };
      return toRoutes(operatorCalls, { handle, bankPage: () => '/page' });
    },
    notices: (rows, { service }) =>
      rows.map((row) => notice(transactionListXml(row, transactionsOf([row]), service))),
  }),
  // An order may have several transactions.
  startsAgain: true,
  rejectCodes: {
    REJECTED: 'BANK_REJECTED',
    REJECTED_BY_USER: 'CANCELLED_BY_CUSTOMER',
    USER_DECLINED: 'CANCELLED_BY_CUSTOMER',
    INCORRECT_AMOUNT: 'WRONG_AMOUNT_PAID',
    EXPIRED: 'EXPIRED',
    INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
    LIMIT_EXCEEDED: 'LIMIT_EXCEEDED',
    FRAUD_SUSPECT: 'SUSPECTED_FRAUD',
    CONNECTION_ERROR: 'BANK_UNAVAILABLE',
    [UNKNOWN_REASON]: 'BANK_REJECTED',
  },
  statesAmounts: true,
  signsAnswers: true,
  rewriteAnswer: rewriteAutopay,
  rewriteMessage({ body }, change, key) {
    const field = new URLSearchParams(body).get('transactions') ?? '';
    return notice(rewriteAutopay(Buffer.from(field, 'base64').toString(), change, key));
  },
});

const codes = Object.keys(commonRejectReasons) as RejectCode[];

proveProvider({
  ...declared,
  name: 'PA',
  connect({ key, ...connection }) {
    const { send, close } = httpTransport({ ...connection, key });
    return {
      adapter: redirectProvider({ ...shared, name: 'PA', service: serviceOf(key), send }),
      close,
    };
  },
  open: openOperator({
    intermediary: 'pa',
    routes(parts) {
      const handle: HandlePa = (verb, request) => handlers[verb](parts, request);
      return toRoutes(paEndpoints, { handle });
    },
  }),
  rejectCodes: {
    ...(Object.fromEntries(codes.map((code) => [code, code])) as Record<RejectCode, RejectCode>),
    [UNKNOWN_REASON]: 'BANK_REJECTED',
  },
  statesAmounts: true,
  rewriteAnswer: rewriteJson({
    attemptId: 'attemptId',
    reason: 'rejectCode',
    amountMinor: 'amountMinor',
    currency: 'currency',
  }),
});
