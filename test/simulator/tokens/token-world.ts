// One seed of the simulator with stored cards: payments by token on several nodes, and discards at
// the same time. No payment by a token may start after its discard was answered.

import { secret } from '@bramka/gateway/core/secret.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { Draft, type CommitResult, type Entry } from '@bramka/gateway/journal/entry.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { attempts } from '@bramka/gateway/providers/attempt.ts';
import { discardToken } from '@bramka/gateway/tokenizer/discard-token.ts';
import { newToken } from '@bramka/gateway/tokenizer/token-rows.ts';
import type { TokenizationStore } from '@bramka/gateway/tokenizer/tokenization.store.ts';
import { cardTokens, type CardToken } from '@bramka/gateway/vault/card-token.store.ts';
import { call, merchant, type Request } from '../client/call.ts';
import { browser, quietCards } from '../issuer/cards.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { merchantIds } from '../world/merchants.ts';
import type { SimulatedNode } from '../node/node-parts.ts';
import { createWorldFaults } from '../world/world-faults.ts';
import { createWorld, type Planted, type World } from '../world/world.ts';

export interface TokenRun {
  readonly findings: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

const OPERATIONS = 30;
const SETTLE_MS = 600_000;
const expDate = '203012';
/** Tokens of the simulator come from nowhere: no tokenization changes with them. */
const tokenizations = {
  ofToken: () => Promise.resolve([]),
  conversionOf: () => Promise.resolve(undefined),
} as unknown as TokenizationStore;

export async function runTokens(seed: number, planted: Planted = {}): Promise<TokenRun> {
  const findings: string[] = [];
  const discarded = new Set<string>();
  const tokenOfMark = new Map<string, string>();
  const onDefect = (where: string, error: unknown): void =>
    void findings.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  const world = createWorld({
    providers: 'one',
    seed,
    planted,
    watch: (world) => ({
      before: () => undefined,
      after(entry, result) {
        for (const payment of startedIn(world, entry, result)) {
          const tokenId = tokenOfMark.get(payment.description ?? '') ?? '';
          world.count(`started ${payment.status}`);
          if (discarded.has(tokenId)) findings.push('a payment by a discarded token has started');
        }
      },
      onCharge: () => undefined,
      onAuthorize: () => undefined,
      onResult: () => undefined,
      onForged: () => undefined,
      onDefect,
    }),
  });
  await operate(world, findings, discarded, tokenOfMark, onDefect);
  for (const node of world.nodes) node.life.crash();
  return { findings, counts: world.counts };
}

/** The payments whose authorization this entry starts. */
function startedIn({ storage }: World, entry: Entry, result: CommitResult): Payment[] {
  if (result.kind !== 'committed') return [];
  return entry.inserts
    .filter(({ table, row }) => table === attempts && row['verb'] === 'authorize')
    .flatMap(({ row }) => storage.memory.find<Payment>(payments, row) ?? []);
}

async function operate(
  world: World,
  findings: readonly string[],
  discarded: Set<string>,
  tokenOfMark: Map<string, string>,
  onDefect: (where: string, error: unknown) => void,
): Promise<void> {
  const chance = createChance(world.seed, 61);
  const faults = createWorldFaults(world);
  const { clock, runUntil } = world.schedule;
  const isOver = (): boolean => findings.length > 0;
  let token = await storeToken(world, chance);
  for (let step = 0; step < OPERATIONS && !isOver(); step += 1) {
    const mark = `pay-${String(step)}`;
    tokenOfMark.set(mark, token.tokenId);
    void pay(world, chance, token, mark, onDefect);
    if (chance.percent(30)) {
      const gone = token;
      void discard(world, chance.pick(world.nodes), gone).then((isAnswered) => {
        if (isAnswered) discarded.add(gone.tokenId);
      });
      // More payments with the same token while it is discarded, and then with a new one.
      if (chance.percent(60)) token = await storeToken(world, chance);
    }
    await runUntil(isOver, clock.now() + chance.below(chance.pick([5, 50, 2_000])));
    await faults.maybeCauseFault();
  }
  faults.stop();
  await runUntil(isOver, clock.now() + SETTLE_MS);
}

async function pay(
  world: World,
  chance: Chance,
  { merchantId, tokenNumber }: CardToken,
  mark: string,
  onDefect: (where: string, error: unknown) => void,
): Promise<void> {
  const body = {
    channel: 'WEBAPI',
    order: { amount: 12.5, currency: 'PLN', description: mark },
    instrument: { type: 'COF', instrumentNo: tokenNumber },
    device: browser,
  };
  const node = chance.pick(world.nodes);
  if (!node.life.isAlive()) return;
  const caller = merchant(merchantId);
  const request: Request = { operation: 'create', caller, params: {}, key: null, body };
  const reply = await call(node, request, (error) => onDefect('create', error));
  if (reply !== 'lost') world.count(reply.code ?? reply.body['rejectCode'] ?? 'accepted');
}

/** Whether the discard was answered. */
function discard(world: World, node: SimulatedNode, token: CardToken): Promise<boolean> {
  const { merchantId, tokenNumber } = token;
  const parts = { ...node.payments, tokenizations };
  const find = () => node.payments.tokens.findByNumber(merchantId, tokenNumber);
  return new Promise((resolve) => {
    if (!node.life.isAlive()) return resolve(false);
    node.life.onCrash(() => resolve(false));
    node.life.gate(discardToken(parts, find)).then(
      () => {
        world.count('discarded');
        resolve(true);
      },
      () => resolve(false),
    );
  });
}

/** A token of a card with or without 3-D Secure, written at once. */
async function storeToken(world: World, chance: Chance): Promise<CardToken> {
  const { clock, runUntil } = world.schedule;
  const ids = createIds(clock, chance.bytes);
  const key = { merchantId: chance.pick(merchantIds), tokenId: ids.next() };
  const digits = chance.percent(50) ? '4111111111111111' : chance.pick(quietCards);
  const card = { number: secret(digits), expiry: secret(expDate), holder: null };
  for (;;) {
    const node = world.nodes.find(({ life }) => life.isAlive() && !life.isPaused());
    const { tokenVault, vault } = (node ?? world.nodes[0] ?? fail()).payments;
    let sealed: Awaited<ReturnType<typeof tokenVault.seal>> | undefined;
    tokenVault.seal(key, card).then(
      (made) => (sealed = made),
      () => undefined,
    );
    await runUntil(() => sealed !== undefined, clock.now() + 5_000);
    if (!sealed) {
      world.nodes.forEach(({ life }, index) => life.isAlive() || world.replaceNode(index));
      continue;
    }
    const fingerprint = vault.fingerprint(key.merchantId, card.number);
    const shown = { cardMask: `${digits.slice(0, 6)}******${digits.slice(-4)}`, expDate };
    const named = { ...key, type: 'COF', extCustomerId: key.tokenId, network: null } as const;
    const token = newToken(
      { ...named, tokenNumber: tokenVault.newNumber() },
      { card, fingerprint, ...shown, organization: 'VISA' },
      sealed,
      { at: clock.now(), ids },
    );
    await world.storage.memory.committer.apply([new Draft().insert(cardTokens, token)]);
    return token;
  }
}

function fail(): never {
  throw new Error('the world has no node');
}
