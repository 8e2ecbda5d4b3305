// What merchants do in a simulated world of tokenizations, through the real endpoints: they store
// cards with and without a payment, cancel, discard and convert, often twice at once.

import { acquirerTriggers } from '@bramka/sandbox/acquirer/triggers/triggers.ts';
import { readJson } from '@bramka/gateway/core/json.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { createPayment } from '@bramka/gateway/payments/endpoints/create.ts';
import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import { cancelTokenization } from '@bramka/gateway/tokenizer/endpoints/cancel.ts';
import { convertStoredCards } from '@bramka/gateway/tokenizer/endpoints/convert.ts';
import { createTokenization } from '@bramka/gateway/tokenizer/endpoints/create.ts';
import { discardByNumber } from '@bramka/gateway/tokenizer/endpoints/discard.ts';
import {
  isOpen,
  tokenizations,
  type Tokenization,
} from '@bramka/gateway/tokenizer/tokenization.ts';
import { cardTokens, type CardToken } from '@bramka/gateway/vault/card-token.store.ts';
import type { TokenizerParts } from '@bramka/gateway/tokenizer/parts.ts';
import { merchant } from '../client/call.ts';
import type { TokenWorld } from './token-world.ts';

const MERCHANT = '10000001';

const cards = acquirerTriggers.filter(({ kind, value }) => kind === 'card' && /^[45]/.test(value));
const approved = cards.filter(({ outcome }) => outcome === 'APPROVED').map(({ value }) => value);
const others = cards.filter(({ outcome }) => outcome !== 'APPROVED').map(({ value }) => value);

interface Call {
  readonly name: string;
  readonly endpoint: HandledEndpoint<TokenizerParts>;
  readonly params?: object;
  readonly body: object;
}

const weights = [
  [8, 'tokenize'],
  [4, 'pay'],
  [4, 'cancel'],
  [8, 'discard'],
  [6, 'convert'],
  [4, 'news'],
] as const;

/** One thing happens now; sometimes the same call goes to two nodes at once. */
export function act(world: TokenWorld): void {
  const { chance } = world;
  const operation = chance.weighted(weights);
  if (operation === 'news') return world.tokens.changeAny();
  const call = drawCall(world, operation);
  if (!call) return;
  send(world, call);
  if (chance.percent(35)) world.schedule.after(chance.below(40), () => send(world, call));
}

function drawCall(
  world: TokenWorld,
  operation: 'tokenize' | 'pay' | 'cancel' | 'discard' | 'convert',
): Call | undefined {
  switch (operation) {
    case 'tokenize':
      return tokenize(world);
    case 'pay':
      return pay(world);
    case 'cancel':
      return cancel(world);
    case 'discard':
      return discard(world);
    case 'convert':
      return convert(world);
  }
}

function send({ chance, nodes, trace, findings }: TokenWorld, call: Call): void {
  const node = chance.pick(nodes);
  const { name, endpoint, params = {}, body } = call;
  if (!node.life.isAlive()) return;
  trace(`${name} to ${node.name} ${JSON.stringify({ ...params, ...body })}`);
  const input = {
    params,
    body: readJson(JSON.stringify(body)),
    query: {},
    bodyForm: 'json',
    bodyText: '',
    releaseSlot: () => undefined,
    note: () => undefined,
    header: () => undefined,
    caller: merchant(MERCHANT),
    address: '192.0.2.1',
    traceId: 'simulated',
    keep: () => undefined,
  };
  const work = endpoint.handle(node.tokenizer, input as never);
  node.life.gate(work).then(
    (answer) => trace(`  ${name} is answered ${JSON.stringify(answer)}`),
    (error: unknown) => {
      trace(`  ${name} failed: ${String(error)}`);
      if (error instanceof Refusal || error instanceof ConnectionLost) return;
      findings.report('no error', `${name}: ${String(error)}`);
    },
  );
}

/** Few cards and customers, so that the same card is stored again. */
function instrumentOf({ chance }: TokenWorld): object {
  const hot = [approved.find((one) => one.startsWith('4')), approved.find((one) => /^5/.test(one))];
  const number = chance.percent(85) ? chance.pick(hot) : chance.pick([...approved, ...others]);
  return { type: 'CARD', instrumentNo: number, expDate: '203012', cvv: '123' };
}

function customerOf({ chance }: TokenWorld): object {
  return chance.percent(75) ? {} : { customer: { extCustomerId: 'customer-1' } };
}

function tokenize(world: TokenWorld): Call {
  const { chance } = world;
  const instrument = chance.percent(90) ? { instrument: instrumentOf(world) } : {};
  const options = { options: { validTime: chance.pick([60, 120, 600]) } };
  const kind = chance.pick(['COF', 'NETWORK', 'NETWORK']);
  const body = { kind, channel: 'WEBAPI', ...instrument, ...options, ...customerOf(world) };
  return { name: 'tokenize', endpoint: createTokenization, body };
}

function pay(world: TokenWorld): Call {
  const order = { amount: world.chance.between(100, 9999) / 100, currency: 'PLN' };
  const options = { transKind: 'AUTH', tokenize: true, validTime: 120 };
  const body = {
    channel: 'WEBAPI',
    order: { ...order, description: 'simulated' },
    options,
    instrument: instrumentOf(world),
    ...customerOf(world),
  };
  return { name: 'pay', endpoint: createPayment, body };
}

function cancel({ chance, storage }: TokenWorld): Call | undefined {
  const all = storage.memory.rows<Tokenization>(tokenizations);
  const open = all.filter(isOpen);
  const from = open.length > 0 ? open : all;
  if (from.length === 0) return undefined;
  const { tokenizerId } = chance.pick(from);
  return { name: 'cancel', endpoint: cancelTokenization, params: { tokenizerId }, body: {} };
}

function discard({ chance, storage }: TokenWorld): Call | undefined {
  const usable = storage.memory
    .rows<CardToken>(cardTokens)
    .filter(({ status }) => status !== 'DISCARDED');
  if (usable.length === 0) return undefined;
  // Open tokenizations may be about to use a network token again.
  const isUsed = storage.memory.rows<Tokenization>(tokenizations).some(isOpen);
  const network = usable.filter(({ type }) => type !== 'COF');
  const isAimed = isUsed && network.length > 0 && chance.percent(60);
  const { tokenId } = chance.pick(isAimed ? network : usable);
  return {
    name: 'discard',
    endpoint: discardByNumber,
    body: { tokenId },
  };
}

function convert({ chance, storage }: TokenWorld): Call | undefined {
  const stored = storage.memory.rows<CardToken>(cardTokens).filter(({ type }) => type === 'COF');
  if (stored.length === 0) return undefined;
  const tokens = [chance.pick(stored), chance.pick(stored)].map(({ tokenNumber }) => tokenNumber);
  return {
    name: 'convert',
    endpoint: convertStoredCards,
    body: { tokens },
  };
}
