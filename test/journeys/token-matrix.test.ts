// Every endpoint of the OpenAPI document x every kind of token, with the expected status. An
// endpoint without a row here fails the test.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sandboxDescription } from '@bramka/sandbox/described.ts';
import { cardRequest, type Json } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { issueCertificate } from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import { openServer } from '../support/life/consistency.ts';
import {
  base,
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { tokenizerPath } from '../support/life/tokens.ts';
import {
  stageTokenization,
  tokenizationStages,
  type StagedTokenization,
  type TokenizationStage,
} from '../support/tokens/staged-tokenization.ts';
import { castOf, signInPast, type TokenOwners } from '../support/tokens/kinds.ts';
import { skipOn } from '../support/place.ts';
import { assertErrorReply, operationsOf } from '../support/reply-check.ts';
import { cards, waitForChallenge } from '../support/threeds/challenge.ts';

/** A status for each kind of token. */
interface Row {
  readonly none: number;
  readonly garbage: number;
  readonly expired: number;
  readonly universal: number;
  readonly payment: number;
  readonly tokenizer: number;
  readonly agent: number;
  readonly stranger: number;
  readonly operator: number;
  readonly client: number;
  /** CLIENT of another payment of the same merchant. */
  readonly sibling: number;
  /** CLIENT of this payment, before its link was replaced. */
  readonly oldClient: number;
  readonly expiredClient: number;
}
type Kind = keyof Row;

const merchants: Row = {
  none: 401,
  garbage: 401,
  expired: 401,
  universal: 200,
  payment: 200,
  tokenizer: 403,
  agent: 200,
  stranger: 404,
  operator: 401,
  client: 403,
  sibling: 403,
  oldClient: 403,
  expiredClient: 401,
};
/** No payment is named: another merchant acts on its own data. */
const anyMerchant: Row = { ...merchants, stranger: 200 };
const page: Row = { ...merchants, client: 200, sibling: 404, oldClient: 401 };
/** Lists for every page of the merchant. */
const pages: Row = { ...page, sibling: 200, stranger: 200 };
/** Endpoints of the tokenizer: the other resource. */
const tokenOwner: Row = { ...merchants, payment: 403, tokenizer: 200 };
const tokenOwners: Row = { ...tokenOwner, stranger: 200 };
const tokenPage: Row = { ...page, payment: 403, tokenizer: 200 };
const everyone = Object.fromEntries(
  Object.keys(merchants).map((kind) => [kind, 200]),
) as unknown as Row;
const nobody = Object.fromEntries(
  Object.keys(merchants).map((kind) => [kind, 401]),
) as unknown as Row;
const operators = Object.fromEntries(
  Object.keys(merchants).map((kind) => [kind, kind === 'operator' ? 200 : 401]),
) as unknown as Row;

type Stage =
  | 'waiting'
  | 'card held'
  | 'challenged'
  | 'on hold'
  | 'paid'
  | 'refunded'
  | 'adjusted'
  | 'declined'
  | 'tokenized'
  | TokenizationStage;

interface Expectation {
  readonly row: Row;
  readonly stage?: Stage;
  readonly body?: () => Json;
  readonly query?: string;
  /** For tests that must not affect the merchant of the others. */
  readonly merchantId?: string;
}

const wallets = '/v1/admin/wallets/credentials';
/** With a new key each time. */
function importedCredential(): Json {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const notAfter = Date.now() + 365 * 24 * 3_600_000;
  const certificate = issueCertificate(key, { notAfter });
  const owner = { kind: 'APAY_PROCESSING', merchantId: '10000001', name: 'merchant.com.shop' };
  return { ...owner, certificate, privateKey };
}

const { cvv, ...withoutCode } = card;
const challenged = {
  instrument: { ...card, instrumentNo: cards.challenge },
  device: { browserData: { language: 'en', userAgent: 'test', acceptHeader: '*/*' } },
};
const mid = (): string => String(parseInt(randomUUID().slice(0, 8), 16) + 30_000_000_000);
const login = { merchant: { merchantId: '10000001' }, secret: 'sandbox-secret-10000001' };
const one = `${base}/{paymentId}`;
const token = `${tokenizerPath}/{tokenizerId}`;
const admin = '/v1/admin/merchants';

const expectations: Readonly<Record<string, Expectation>> = {
  'POST /v1/ecommerce/auth': { row: everyone, body: () => login },
  'GET /v1/ecommerce/keys': { row: everyone },
  [`POST ${base}`]: { row: anyMerchant, body: () => cardRequest() },
  [`GET ${one}`]: { row: page },
  [`PATCH ${one}`]: { row: page, body: () => ({ device: { ip: '192.0.2.1' } }) },
  [`PUT ${one}/instrument`]: { row: page, body: () => card },
  [`PATCH ${one}/instrument`]: { row: page, stage: 'card held', body: () => ({ cvv }) },
  [`GET ${one}/status`]: { row: page },
  [`GET ${one}/methods`]: { row: page },
  [`GET ${one}/transactions`]: { row: merchants },
  [`POST ${one}/transactions/{transId}/cancel`]: { row: merchants, stage: 'adjusted' },
  [`POST ${one}/retry`]: { row: merchants, stage: 'declined' },
  [`POST ${one}/restore`]: { row: merchants },
  [`POST ${one}/cancel`]: { row: page },
  [`POST ${one}/capture`]: { row: merchants, stage: 'on hold' },
  [`POST ${one}/adjustment`]: { row: merchants, stage: 'on hold', body: () => ({ amount: 120 }) },
  [`POST ${one}/refund`]: { row: merchants, stage: 'paid', body: () => ({ amount: 1 }) },
  [`GET ${one}/refunds`]: { row: merchants },
  [`GET ${one}/refund/{refundId}`]: { row: merchants, stage: 'refunded' },
  [`GET ${base}/refunds/balance`]: { row: anyMerchant },
  [`GET ${one}/acsData`]: { row: page, stage: 'challenged' },
  [`POST ${one}/binInfo`]: { row: page, stage: 'card held', body: () => ({}) },
  [`POST ${base}/binInfo`]: { row: anyMerchant, body: () => ({ instrument: card }) },
  [`POST ${base}/cardInfo`]: { row: anyMerchant, body: () => ({ instrument: card }) },
  [`GET ${one}/tokenizer`]: { row: merchants, stage: 'tokenized' },
  [`POST ${tokenizerPath}`]: { row: tokenOwners, body: () => ({}) },
  [`GET ${token}`]: { row: tokenPage, stage: 'token waiting' },
  [`PATCH ${token}`]: {
    row: tokenPage,
    stage: 'token waiting',
    body: () => ({ device: { ip: '192.0.2.1' } }),
  },
  [`PUT ${token}/instrument`]: { row: tokenPage, stage: 'token waiting', body: () => card },
  [`PATCH ${token}/instrument`]: {
    row: tokenPage,
    stage: 'token code wanted',
    body: () => ({ cvv }),
  },
  [`GET ${token}/status`]: { row: tokenPage, stage: 'token waiting' },
  [`POST ${token}/cancel`]: { row: tokenPage, stage: 'token waiting' },
  [`POST ${token}/discard`]: { row: tokenOwner, stage: 'token stored' },
  [`GET ${tokenizerPath}/vts/{instrumentRef}/cardVisual/{visualId}`]: {
    row: tokenOwner,
    stage: 'token stored',
  },
  [`POST ${tokenizerPath}/discard`]: {
    row: { ...tokenOwner, universal: 404, tokenizer: 404, agent: 404 },
    body: () => ({ tokenId: randomUUID() }),
  },
  [`POST ${tokenizerPath}/search`]: { row: tokenOwners, body: () => ({ instrumentNo: 'x' }) },
  [`POST ${tokenizerPath}/convert`]: { row: tokenOwners, body: () => ({ tokens: ['x'] }) },
  [`POST ${tokenizerPath}/binInfo`]: { row: tokenOwners, body: () => ({ instrument: card }) },
  // There is no token here: a message without a valid transaction is refused.
  'POST /v1/ecommerce/notifications/acs/status': { row: nobody, body: () => ({ cres: 'e30' }) },
  'POST /v1/ecommerce/notifications/bmweb/status': {
    row: nobody,
    body: () => ({ transactions: 'e30' }),
  },
  'GET /v1/ecommerce/notifications/bmweb/status': { row: nobody },
  'POST /v1/ecommerce/notifications/tokens/status': {
    body: () => ({ scheme: 'VTS' }),
    row: nobody,
  },
  'POST /v1/ecommerce/notifications/blikweb/status': {
    row: nobody,
    body: () => ({ orderId: 'e30' }),
  },
  [`POST ${base}/search`]: { row: anyMerchant, body: () => ({ extOrderId: 'nothing' }) },
  [`GET ${base}/methods`]: { row: anyMerchant },
  [`GET ${base}/methods/PBL`]: { row: pages },
  [`GET ${base}/methods/CARD`]: { row: pages },
  [`GET ${base}/methods/C2P`]: { row: pages },
  'POST /v1/admin/keys/rotations': { row: operators, body: () => ({ kind: 'MASTER' }) },
  'GET /v1/admin/keys/rotations': { row: operators },
  'GET /v1/admin/audit': { row: operators, query: `?paymentId=${randomUUID()}` },
  'GET /v1/admin/audit/verify': { row: operators },
  [`POST ${admin}`]: { row: operators, body: () => ({ merchantId: mid() }) },
  [`GET ${admin}`]: { row: operators },
  [`GET ${admin}/{merchantId}`]: { row: operators },
  [`PATCH ${admin}/{merchantId}`]: { row: operators, body: () => ({ settings: { holdDays: 30 } }) },
  [`POST ${admin}/{merchantId}/secrets`]: { row: operators, body: () => ({ kind: 'API' }) },
  [`POST ${admin}/{merchantId}/revoke-tokens`]: { row: operators, merchantId: '10000002' },
  'POST /v1/admin/keys/rotate': { row: operators },
  'POST /v1/admin/keys/rotate-encryption': { row: operators },
  [`POST ${wallets}`]: {
    row: operators,
    body: () => ({ kind: 'GPAY_ENCRYPTION', name: 'Google Pay' }),
  },
  [`GET ${wallets}`]: { row: operators },
  [`POST ${wallets}/import`]: { row: operators, body: importedCredential },
  [`POST ${wallets}/{credentialId}/certificate`]: {
    row: { ...operators, operator: 404 },
    body: () => ({ certificate: 'x' }),
  },
  [`POST ${wallets}/{credentialId}/remove`]: { row: { ...operators, operator: 404 } },
  'POST /v1/admin/bins/find': { row: operators, body: () => ({ number: '491711' }) },
};

/** The sandbox control API needs no token; it is absent in production. */
/** Every simulated party describes its own routes. */
const sandbox = [
  ...sandboxDescription('/sandbox').map(({ method, path }) => `${method} ${path}`),
  'GET /sandbox/clock',
  'GET /sandbox/faults',
  'GET /sandbox/triggers',
  'POST /sandbox/clock',
  'POST /sandbox/faults',
  'POST /sandbox/reset',
];

interface Staged {
  readonly paymentId: string;
  readonly transId: string;
  readonly client: string;
  readonly oldClient: string;
  readonly tokenization?: StagedTokenization;
}

describe('every endpoint x every kind of token', { skip: skipOn('postgres') }, () => {
  let gateway: BorrowedGateway;
  let db: Database;
  let cast: TokenOwners;
  let merchant: MerchantClient;
  let sibling: string;
  before(async () => {
    gateway = await exclusiveGateway('postgres');
    db = openServer(gateway.place);
    cast = await castOf(gateway);
    merchant = merchantClientOf(gateway, cast.universal);
    sibling = (await merchant.createWithoutInstrument({ channel: 'PAYWALL' })).body[
      'clientToken'
    ] as string;
  });
  after(async () => {
    await db?.close();
    await gateway?.release();
  });

  /** The first link of a tokenization stays; an old CLIENT token has another generation. */
  async function stageToken(to: TokenizationStage): Promise<Staged> {
    const tokenization = await stageTokenization(gateway, merchant.token, to);
    const { tokenizerId: paymentId, client } = tokenization;
    const now = await signInPast(gateway.place, db, { hoursAgo: 0 });
    const oldClient = await now.client(cast.merchantId, paymentId, 0);
    return { paymentId, transId: randomUUID(), client, oldClient, tokenization };
  }

  /** A PAYWALL payment whose link was replaced once, in the state that the endpoint needs. */
  async function stage(to: Stage): Promise<Staged> {
    const isTokenization = (tokenizationStages as readonly string[]).includes(to);
    if (isTokenization) return stageToken(to as TokenizationStage);
    const transKind = to === 'on hold' || to === 'adjusted' ? 'PREAUTH' : 'AUTH';
    const made = await merchant.createWithoutInstrument({
      channel: 'PAYWALL',
      amount: 100,
      transKind,
      ...(to === 'tokenized' ? { tokenize: true } : {}),
    });
    const paymentId = paymentIdOf(made);
    const restored = bodyOf(await merchant.call('POST', paymentId, '/restore'));
    const give = async (instrument: Json, status?: string): Promise<void> => {
      bodyOf(await merchant.call('PUT', paymentId, '/instrument', instrument));
      if (status !== undefined) await gateway.waitForStatus(merchant.token, paymentId, status);
    };
    if (to === 'card held') await give(withoutCode);
    if (to === 'challenged') {
      await give(challenged);
      await waitForChallenge(gateway, merchant.token, paymentId);
    }
    if (to === 'declined') await give({ ...card, instrumentNo: cards.declined }, 'REJECTED');
    const isPaid = transKind === 'PREAUTH' || to === 'paid' || to === 'refunded';
    if (isPaid) await give(card, 'COMPLETED');
    const transId =
      to === 'adjusted'
        ? await merchant.adjust(paymentId, 150)
        : to === 'refunded'
          ? (bodyOf(await merchant.call('POST', paymentId, '/refund'))['refundId'] as string)
          : randomUUID();
    const oldClient = made.body['clientToken'] as string;
    return { paymentId, transId, client: restored['clientToken'] as string, oldClient };
  }

  async function tokenOf(kind: Kind, staged: Staged): Promise<string | undefined> {
    const past = await signInPast(gateway.place, db);
    switch (kind) {
      case 'none':
        return undefined;
      case 'garbage':
        return 'eyJhbGciOiJub25lIn0.e30.';
      case 'expired':
        return past.merchant(cast.merchantId);
      case 'expiredClient':
        return past.client(cast.merchantId, staged.paymentId, 2);
      case 'operator':
        return gateway.place.adminKey;
      case 'client':
      case 'oldClient':
        return staged[kind];
      case 'sibling':
        return sibling;
      default:
        return cast[kind];
    }
  }

  // First, so that its silent provider does not delay the end.
  test('a CLIENT token cancels while NEW or PENDING, and nothing after that', async () => {
    const pending = await stage('waiting');
    const silent = { ...card, instrumentNo: cards.silent };
    const customer = merchantClientOf(gateway, pending.client);
    bodyOf(await customer.call('PUT', pending.paymentId, '/instrument', silent));
    const cancelled = bodyOf(await customer.call('POST', pending.paymentId, '/cancel'));
    assert.deepEqual(
      [cancelled['status'], cancelled['rejectCode']],
      ['CANCELLED', 'CANCELLED_BY_CUSTOMER'],
    );
    const held = await stage('on hold');
    const late = await merchantClientOf(gateway, held.client).call(
      'POST',
      held.paymentId,
      '/cancel',
    );
    assert.deepEqual(refusalOf(late), [403, 'TOKEN_NOT_FOR_THIS']);
  });

  test('each endpoint has a row here, and each row an endpoint', async () => {
    const found = await operationsOf(gateway);
    const names = found.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(names.sort(), [...sandbox, ...Object.keys(expectations)].sort());
    const open = found
      .filter(({ isOpen }) => isOpen)
      .map(({ method, path }) => `${method} ${path}`);
    const notifications = '/v1/ecommerce/notifications';
    const ours = [
      'POST /v1/ecommerce/auth',
      'GET /v1/ecommerce/keys',
      `POST ${notifications}/acs/status`,
      `POST ${notifications}/bmweb/status`,
      `GET ${notifications}/bmweb/status`,
      `POST ${notifications}/blikweb/status`,
      `POST ${notifications}/tokens/status`,
    ];
    assert.deepEqual(open.sort(), [...sandbox, ...ours].sort());
  });

  for (const [name, expectation] of Object.entries(expectations)) {
    test(name, async () => {
      const { row, stage: to = 'waiting', body, query = '', merchantId } = expectation;
      const [method = '', path = ''] = name.split(' ');
      const refused = await stage(to);
      const read = refused.tokenization?.read ?? (() => merchant.read(refused.paymentId));
      const before = await read();
      for (const kind of Object.keys(row) as Kind[]) {
        const staged = row[kind] === 200 ? await stage(to) : refused;
        const token = await tokenOf(kind, staged);
        const address = path
          .replace('{paymentId}', staged.paymentId)
          .replace('{transId}', staged.transId)
          .replace('{refundId}', staged.transId)
          .replace('{tokenizerId}', staged.paymentId)
          .replace('{instrumentRef}', staged.tokenization?.instrumentRef ?? '')
          .replace('{credentialId}', staged.paymentId)
          .replace('{visualId}', staged.tokenization?.visualId ?? '')
          .replace('{merchantId}', merchantId ?? cast.merchantId);
        const reply = await gateway.call(method, `${address}${query}`, { token, body: body?.() });
        assert.equal(reply.status, row[kind], `${kind}: ${reply.text}`);
        if (reply.status !== 200) assertErrorReply(reply, kind);
      }
      assert.deepEqual(await read(), before, 'a refusal changes nothing');
    });
  }
});
