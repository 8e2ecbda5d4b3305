// Calls of a merchant or provider to a node, through the real endpoint and the real idempotency.
// Only HTTP itself is left out.

import { readJson } from '@bramka/gateway/core/json.ts';
import type { Caller } from '@bramka/gateway/http/caller.ts';
import type { HandledEndpoint, Route } from '@bramka/gateway/http/endpoint.ts';
import { asRefusal } from '@bramka/gateway/http/reply.ts';
import { answerCall } from '@bramka/gateway/http/serve.ts';
import { acsStatus } from '@bramka/gateway/notifications/endpoints/acs-status.ts';
import { adjustPayment } from '@bramka/gateway/payments/endpoints/adjust.ts';
import { cancelTransaction } from '@bramka/gateway/payments/endpoints/cancel-transaction.ts';
import { cancelPayment } from '@bramka/gateway/payments/endpoints/cancel.ts';
import { capturePayment } from '@bramka/gateway/payments/endpoints/capture.ts';
import {
  patchInstrument,
  patchPayment,
  putInstrument,
} from '@bramka/gateway/payments/endpoints/complete.ts';
import { createPayment } from '@bramka/gateway/payments/endpoints/create.ts';
import { readAcsData } from '@bramka/gateway/payments/endpoints/read-acs-data.ts';
import { readStatus } from '@bramka/gateway/payments/endpoints/read-status.ts';
import { restorePayment } from '@bramka/gateway/payments/endpoints/restore.ts';
import { retryPayment } from '@bramka/gateway/payments/endpoints/retry.ts';
import { searchPayments } from '@bramka/gateway/payments/endpoints/search.ts';
import { listRefunds } from '@bramka/gateway/refunds/endpoints/read-refunds.ts';
import { refundPayment } from '@bramka/gateway/refunds/endpoints/refund.ts';
import type { RefundParts } from '@bramka/gateway/refunds/parts.ts';
import type { SimulatedNode } from '../node/node-parts.ts';

const endpoints = {
  create: createPayment,
  put: putInstrument,
  patch: patchInstrument,
  device: patchPayment,
  cancel: cancelPayment,
  capture: capturePayment,
  adjust: adjustPayment,
  withdraw: cancelTransaction,
  retry: retryPayment,
  restore: restorePayment,
  status: readStatus,
  search: searchPayments,
  acsData: readAcsData,
  refund: refundPayment,
  refunds: listRefunds,
  notification: acsStatus,
} as const satisfies Record<string, HandledEndpoint<RefundParts>>;

export type ClientOperation = Exclude<keyof typeof endpoints, 'notification'>;

function routeOf(node: SimulatedNode, operation: keyof typeof endpoints): Route {
  const { handle, ...facts }: HandledEndpoint<RefundParts> = endpoints[operation];
  return { ...facts, answer: (input) => handle(node.refunds, input) };
}

export interface Arrival {
  /** Notifications are sent by providers and browsers. */
  readonly operation: keyof typeof endpoints;
  readonly caller: Caller;
  readonly params: { paymentId?: string; transId?: string };
  readonly query?: { readonly key?: string };
  readonly body: object;
  readonly key: string | null;
}

/** A request of a merchant or its customer. */
export interface Request extends Arrival {
  readonly operation: ClientOperation;
  readonly caller: Caller & { merchantId: string };
}

/** A merchant with its token. */
export function merchant(merchantId: string) {
  return {
    kind: 'merchant',
    merchantId,
    agentId: null,
    resource: 'PAYMENT',
    channel: null,
    isSuspended: false,
  } as const;
}

export interface Reply {
  readonly status: number;
  /** The refusal code, if it is one. */
  readonly code: string | null;
  /** The text fields of a successful answer. */
  readonly body: Readonly<Record<string, string | undefined>>;
  readonly replayed: boolean;
}

/** The node crashed before it answered. */
export type Lost = 'lost';

export function call(
  node: SimulatedNode,
  request: Arrival,
  onDefect: (error: unknown) => void,
): Promise<Reply | Lost> {
  return new Promise((resolve) => {
    node.life.onCrash(() => resolve('lost'));
    void node.life.gate(answer(node, request, onDefect)).then(resolve);
  });
}

async function answer(
  node: SimulatedNode,
  request: Arrival,
  onDefect: (error: unknown) => void,
): Promise<Reply> {
  const url = `/${request.operation}/${Object.values(request.params).join('/')}`;
  const bodyText = JSON.stringify(request.body);
  const arrived = {
    params: request.params,
    query: request.query ?? {},
    body: readJson(bodyText),
    bodyText,
    url,
    headers: request.key === null ? {} : { 'idempotency-key': request.key },
    caller: request.caller,
    ip: '192.0.2.1',
    traceId: 'simulated',
  };
  const sent = { status: 0, body: '', replayed: false };
  const reply = {
    code: (status: number) => ((sent.status = status), reply),
    type: () => reply,
    header: (name: string) => ((sent.replayed ||= name === 'idempotency-replayed'), reply),
    send: (body: string) => ((sent.body = body), reply),
  };
  try {
    const to = routeOf(node, request.operation);
    await answerCall(node.gate, to, arrived as never, reply as never);
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) onDefect(error);
    const { status, code } = refusal ?? { status: 500, code: 'DEFECT' };
    return { status, code, body: {}, replayed: false };
  }
  const body = textsOf(JSON.parse(sent.body) as object);
  const code = sent.status === 200 ? null : (body['code'] ?? null);
  return { status: sent.status, code, body, replayed: sent.replayed };
}

function textsOf(body: object): Record<string, string> {
  const fields = Object.entries(body) as [string, unknown][];
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts);
}
