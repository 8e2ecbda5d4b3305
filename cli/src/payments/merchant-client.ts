// The merchant API of a running gateway, as the commands use it: where the MID and the secret come
// from, and one function per endpoint.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { call, NoAnswer, Refused, type Call } from '../call.ts';
import { Failure } from '../failure.ts';
import { gatewayUrl, type Env } from '../operator-client.ts';
import { withGateway, type GatewayOptions } from '../options.ts';

const PAYMENTS = '/v1/ecommerce/payment';
const TOKENIZER = '/v1/ecommerce/tokenizer';
const DEMO_MID = demoMerchants[0]?.merchantId ?? '';

export interface MerchantOptions extends GatewayOptions {
  readonly mid?: string;
  readonly secret?: string;
}

export interface RequestOptions extends MerchantOptions {
  readonly idempotencyKey?: string;
}

/** A number that may carry its exact text. */
export type Amount = unknown;

export interface StatusReply {
  readonly paymentId: string;
  readonly status: string;
  readonly rejectCode?: string;
  readonly rejectInfo?: string;
  readonly dataRequest?: string;
  readonly customerStep?: string;
  readonly redirectURL?: string;
  readonly method?: string;
}

export interface PaymentReply extends StatusReply {
  readonly order: {
    readonly amount: Amount;
    readonly currency: string;
    readonly extOrderId?: string;
  };
  readonly instrument?: { readonly cardMask?: string; readonly organization?: string };
  readonly transKind: string;
  readonly authorizedAmount: Amount;
  readonly capturedAmount: Amount;
  readonly refundedAmount: Amount;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly validUntil: string;
  readonly holdUntil?: string;
  readonly pendingOperation?: {
    readonly type: string;
    readonly amount: Amount;
    readonly since: string;
  };
}

export interface TransactionReply {
  readonly transId: string;
  readonly type: string;
  readonly status: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly rejectCode?: string;
  readonly createdAt: string;
}

export interface OperationReply extends StatusReply {
  readonly transId?: string;
  readonly transactionStatus?: string;
  readonly authorizedAmount: Amount;
  readonly capturedAmount: Amount;
}

export interface TokenizationReply {
  readonly tokenizerId: string;
  readonly status: string;
  readonly rejectCode?: string;
  readonly rejectInfo?: string;
  readonly acsData?: { readonly acsTxnId?: string };
  readonly token?: {
    readonly type: string;
    readonly cardMask: string;
    readonly instrumentNo: string;
    readonly instrumentRef?: string;
  };
}

interface TokenReply {
  readonly type: string;
  readonly status: string;
}

export interface RefundReply {
  readonly paymentId: string;
  readonly refundId: string;
  readonly subpaymentId?: string;
  readonly extRefundId?: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly status: string;
  readonly rejectCode?: string;
  readonly createdAt: string;
}

interface BalanceReply {
  readonly balances: readonly {
    readonly currency: string;
    readonly available: Amount;
    readonly pending: Amount;
  }[];
}

export type PaymentOperation = 'capture' | 'cancel' | 'adjustment';

export interface MerchantClient {
  readonly merchantId: string;
  create(body: object): Promise<StatusReply>;
  readStatus(paymentId: string): Promise<StatusReply>;
  readPayment(paymentId: string): Promise<PaymentReply>;
  listTransactions(paymentId: string): Promise<TransactionReply[]>;
  readAcsData(paymentId: string): Promise<{ readonly acsTxnId?: string }>;
  findTokens(search: object): Promise<TokenReply[]>;
  operate(paymentId: string, operation: PaymentOperation, body: object): Promise<OperationReply>;
  refund(paymentId: string, body: object): Promise<RefundReply>;
  readRefund(paymentId: string, refundId: string): Promise<RefundReply>;
  listRefunds(paymentId: string): Promise<RefundReply[]>;
  readBalance(): Promise<BalanceReply>;
  tokenize(body: object): Promise<TokenizationReply>;
  readTokenization(tokenizerId: string): Promise<TokenizationReply>;
}

export function withMerchant(command: Command): Command {
  return withGateway(command)
    .option('--mid <mid>', `MID of the merchant (BRAMKA_MID, ${DEMO_MID})`)
    .option('--secret <secret>', 'its API secret (BRAMKA_API_SECRET; demo merchants need none)');
}

export interface Login {
  readonly url: string;
  readonly merchantId: string;
  /** The access token. */
  readonly bearer: string;
}

/** Exchanges MID and secret for an access token. */
export async function logIn(options: MerchantOptions, env: Env): Promise<Login> {
  const url = gatewayUrl(options.url, env);
  const merchantId = options.mid ?? (env['BRAMKA_MID']?.trim() || DEMO_MID);
  const { access_token: bearer } = await call<{ access_token: string }>(url, {
    method: 'POST',
    path: '/v1/ecommerce/auth',
    body: { merchant: { merchantId }, secret: secretOf(merchantId, options, env) },
  });
  return { url, merchantId, bearer };
}

export async function openMerchantClient(
  options: RequestOptions,
  env: Env,
): Promise<MerchantClient> {
  const { url, merchantId, bearer } = await logIn(options, env);
  const get = <Reply>(path: string): Promise<Reply> => call(url, { path, bearer });
  const post = <Reply>(path: string, body: object): Promise<Reply> =>
    postOnce(url, { method: 'POST', path, body, bearer }, options.idempotencyKey);
  const at = (paymentId: string): string => `${PAYMENTS}/${encodeURIComponent(paymentId)}`;
  return {
    merchantId,
    create: (body) => post(PAYMENTS, body),
    readStatus: (paymentId) => get(`${at(paymentId)}/status`),
    readPayment: (paymentId) => get(at(paymentId)),
    listTransactions: (paymentId) => get(`${at(paymentId)}/transactions`),
    readAcsData: (paymentId) => get(`${at(paymentId)}/acsData`),
    findTokens: (body) =>
      call(url, { method: 'POST', path: '/v1/ecommerce/tokenizer/search', body, bearer }),
    operate: (paymentId, operation, body) => post(`${at(paymentId)}/${operation}`, body),
    refund: (paymentId, body) => post(`${at(paymentId)}/refund`, body),
    readRefund: (paymentId, id) => get(`${at(paymentId)}/refund/${encodeURIComponent(id)}`),
    listRefunds: (paymentId) => get(`${at(paymentId)}/refunds`),
    readBalance: () => get(`${PAYMENTS}/refunds/balance`),
    tokenize: (body) => post(TOKENIZER, body),
    readTokenization: (id) => get(`${TOKENIZER}/${encodeURIComponent(id)}`),
  };
}

function secretOf(merchantId: string, { secret }: MerchantOptions, env: Env): string {
  const ownId = env['BRAMKA_MID']?.trim();
  const demo = demoMerchants.find((one) => one.merchantId === merchantId);
  // The secret in the environment belongs to the merchant in the environment, if one is named.
  const isOwn = demo === undefined || ownId === undefined || ownId === merchantId;
  const given = secret ?? (isOwn ? env['BRAMKA_API_SECRET']?.trim() : undefined);
  if (given) return given;
  if (demo) return demo.apiSecret;
  throw new Failure(
    `the API secret of merchant ${merchantId} is not known: use --secret or BRAMKA_API_SECRET`,
  );
}

/** When the result is unknown, the user learns the key with which it is safe to repeat. */
async function postOnce<Reply>(url: string, request: Call, given?: string): Promise<Reply> {
  const idempotencyKey = given ?? createIds(systemClock, systemRandom).next();
  try {
    return await call<Reply>(url, { ...request, idempotencyKey });
  } catch (error) {
    if (!isResultUnknown(error)) throw error;
    throw new Failure(
      `${error.message}; the request may have been processed: ` +
        `repeat it with --idempotency-key ${idempotencyKey}, which has no second effect`,
    );
  }
}

/** Without an answer and after a server error the request may have been processed. */
function isResultUnknown(error: unknown): error is Failure {
  return error instanceof NoAnswer || (error instanceof Refused && error.status >= 500);
}
