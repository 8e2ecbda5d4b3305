// The operator of the simulator: records deposits and withdrawals through any node, and repeats
// them when no answer arrived.

import { recordDeposit, type NewDeposit } from '@bramka/gateway/deposits/record-deposit.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { currencies, merchantIds } from '../world/merchants.ts';
import type { World } from '../world/world.ts';

const SHARE = 10;
const MAX_TRIES = 3;

export function createOperator(
  world: World,
  onDefect: (where: string, error: unknown) => void,
): () => void {
  const chance = createChance(world.seed, 44);
  let count = 0;
  return () => {
    if (!chance.percent(SHARE)) return;
    count += 1;
    const asked: NewDeposit = {
      merchantId: chance.pick(merchantIds),
      reference: `transfer-${String(chance.percent(80) ? count : chance.between(1, count))}`,
      kind: chance.percent(75) ? 'DEPOSIT' : 'WITHDRAWAL',
      currency: chance.pick(['PLN', 'EUR', ...currencies]),
      amountMinor: BigInt(chance.between(1, 30_000)),
    };
    void record(world, chance, asked).catch((error: unknown) => onDefect('deposit', error));
  };
}

async function record(world: World, chance: Chance, asked: NewDeposit): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const node = chance.pick(world.nodes);
    if (!node.life.isAlive()) continue;
    world.trace(`${asked.kind} ${asked.reference} of ${String(asked.amountMinor)} to ${node.name}`);
    try {
      await node.life.gate(recordDeposit(node.deposits, asked));
      world.count(`${asked.kind} done`);
      return;
    } catch (error) {
      if (error instanceof Refusal) return world.count(`${asked.kind} ${error.code}`);
      if (!(error instanceof ConnectionLost)) throw error;
    }
  }
}
