// Every endpoint of the OpenAPI document x every kind of token, with the expected status. An
// endpoint without a row here fails the test.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { parties } from '@bramka/sandbox/parties.ts';
import { endpointsOf } from '@bramka/sandbox/party/list.ts';
import { startPages } from '@bramka/sandbox/start/pages/endpoints.ts';
import type { Json } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openServer } from '../support/life/consistency.ts';
import {
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import {
  stageTokenization,
  tokenizationStages,
  type StagedTokenization,
  type TokenizationStage,
} from '../support/tokens/staged-tokenization.ts';
import {
  challenged,
  expectations,
  withoutCode,
  type Stage,
} from '../support/tokens/expected-access.ts';
import type { Kind } from '../support/tokens/access-rows.ts';
import { castOf, signInPast, type TokenOwners } from '../support/tokens/kinds.ts';
import { skipOn } from '../support/installation.ts';
import { assertErrorReply, operationsOf } from '../support/reply-check.ts';
import { cards, waitForChallenge } from '../support/threeds/challenge.ts';

const usual = parties.filter(({ onlyIfNamed }) => !onlyIfNamed);

/** The sandbox control API needs no token; it is absent in production. */
/** Every simulated party describes its own routes. */
const sandbox = [
  ...[...endpointsOf(usual, '/sandbox'), ...startPages].map(
    ({ method, path }) => `${method} ${path}`,
  ),
  'GET /sandbox/clock',
  'GET /sandbox/faults',
  'GET /sandbox/notifications',
  'GET /sandbox/payments',
  'GET /sandbox/triggers',
  'POST /sandbox/clock',
  'POST /sandbox/faults',
  'POST /sandbox/notifications',
  'POST /sandbox/payments',
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
    db = openServer(gateway.installation);
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
    const now = await signInPast(gateway.installation, db, { hoursAgo: 0 });
    const oldClient = await now.client(cast.merchantId, paymentId, 0);
    return { paymentId, transId: randomUUID(), client, oldClient, tokenization };
  }

  /** A PAYWALL payment whose link was replaced once, in the state that the endpoint needs. */
  async function stage(to: Stage): Promise<Staged> {
    const isTokenization = (tokenizationStages as readonly string[]).includes(to);
    if (isTokenization) return stageToken(to as TokenizationStage);
    const transKind = to === 'on hold' || to === 'adjusted' ? 'PREAUTH' : 'AUTH';
    const reply = await merchant.createWithoutInstrument({
      channel: 'PAYWALL',
      amount: 100,
      transKind,
      ...(to === 'tokenized' ? { tokenize: true } : {}),
      ...(to === 'declined' ? { repeat: false } : {}),
    });
    const paymentId = paymentIdOf(reply);
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
    const oldClient = reply.body['clientToken'] as string;
    return { paymentId, transId, client: restored['clientToken'] as string, oldClient };
  }

  async function tokenOf(kind: Kind, staged: Staged): Promise<string | undefined> {
    const past = await signInPast(gateway.installation, db);
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
        return gateway.installation.adminKey;
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
    const operations = await operationsOf(gateway);
    const names = operations.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(names.sort(), [...sandbox, ...Object.keys(expectations)].sort());
    const open = operations
      .filter(({ isOpen }) => isOpen)
      .map(({ method, path }) => `${method} ${path}`);
    const notifications = '/v1/ecommerce/notifications';
    const ours = [
      'POST /v1/ecommerce/auth',
      'GET /v1/ecommerce/keys',
      'POST /v1/ecommerce/payment/link',
      'POST /v1/ecommerce/payment/preview',
      `POST ${notifications}/acs/status`,
      `POST ${notifications}/bmweb/status`,
      `GET ${notifications}/bmweb/status`,
      `POST ${notifications}/blikweb/status`,
      `POST ${notifications}/tokens/status`,
      `POST ${notifications}/{provider}`,
      `GET ${notifications}/{provider}`,
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
          .replace(/\{(credentialId|importId|itemId)\}/, staged.paymentId)
          .replace('credentials/{provider}', 'credentials/none')
          .replace('{provider}', 'BM')
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
