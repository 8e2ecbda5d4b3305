// Proves both adapters of bank transfers, Autopay's protocol (BM) and the plain redirect (PA),
// against their simulated providers: the customer pays at a simulated bank.
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { autopayProvider } from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { httpAutopay } from '@bramka/gateway/providers/autopay/transport.ts';
import type { Means } from '@bramka/gateway/providers/means.ts';
import { redirectProvider } from '@bramka/gateway/providers/redirect/redirect.provider.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { commonRejectReasons, type RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import type { TransferRow } from '@bramka/sandbox/bank/transfer.ts';
import { paEndpoints, type HandlePa } from '@bramka/sandbox/pa/endpoints.ts';
import { handlers } from '@bramka/sandbox/pa/operator.ts';
import { notice, rewriteAutopay, serviceOf } from '../support/transfers/autopay-messages.ts';
import { UNKNOWN_REASON } from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { payer } from '../support/providers/requests.ts';
import { rewriteJson } from '../support/counterparts/rewrite-json.ts';
import {
  autopayOperator,
  openOperator,
  RETURN_URL,
  type OperatorParts,
} from '../support/transfers/simulated-operator.ts';

const BANKS = { autopay: 106, pa: 301 } as const;
const shared = {
  maxInFlightMs: 60_000,
  returnUrl: () => RETURN_URL,
  allowsPlainLinks: false,
} as const;

/** The customer pays on the page of the bank. */
const atBank = (intermediary: keyof typeof BANKS) => ({
  intermediary,
  approved: () => ({ means: redirectTo(BANKS[intermediary]) }),
  act: ({ transfers }: OperatorParts, { remoteId }: TransferRow, accepts: boolean) =>
    transfers.act(remoteId, accepts ? 'pay' : 'refuse'),
});

function redirectTo(bankId: number): Means {
  const validUntil = Date.parse('2026-03-01T13:00:00Z');
  return { kind: 'redirect', bankId, payer, description: 'Order 1', validUntil };
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
    ...atBank('autopay'),
    ...autopayOperator,
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
  keepsCodes: true,
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
    ...atBank('pa'),
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
