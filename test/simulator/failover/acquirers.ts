// The simulated acquirers of a world: each has its own books, and all know the same issuers. An
// acquirer that is cut off from the issuer of a card declines with ISSUER_UNAVAILABLE.

import { createIds } from '@bramka/gateway/core/id.ts';
import { groupCommit, type Committer } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory, type Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { createAcquirer, type SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import { memoryChargeStore } from '@bramka/sandbox/testing/memory/charges.ts';
import type { Issuer } from '../issuer/issuer.ts';
import { createChance } from '../world/chance.ts';
import type { Faults } from '../world/faults.ts';
import { isCutOff, type ProviderPlan } from './providers.ts';
import type { Schedule } from '../world/schedule.ts';

export interface AcquirerSite {
  readonly name: string;
  readonly memory: Memory;
  readonly acquirer: Pick<SimulatedAcquirer, 'handle'>;
}

interface AcquirersParts {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly faults: Faults;
  readonly count: (what: string) => void;
  readonly issuer: Issuer;
  readonly plan: ProviderPlan;
  readonly onCharge: () => void;
}

export function startAcquirers(parts: AcquirersParts): AcquirerSite[] {
  return parts.plan.names.map((name, index) => startAcquirer(parts, name, index));
}

/** The random numbers of the first one do not depend on how many there are. */
const SEEDS_APART = 2 ** 40;

function startAcquirer(parts: AcquirersParts, name: string, index: number): AcquirerSite {
  const { schedule, issuer, onCharge } = parts;
  const seed = parts.seed + index * SEEDS_APART;
  const memory = createMemory();
  const committer: Committer = {
    async apply(batch) {
      const answers = await memory.committer.apply(batch);
      onCharge();
      return answers;
    },
  };
  const defer = (work: () => void): void => schedule.after(1, work);
  const acquirer = createAcquirer({
    journal: groupCommit(committer, { lanes: 1, batchSize: 4, defer }),
    store: memoryChargeStore(memory),
    clock: schedule.clock,
    ids: createIds(schedule.clock, createChance(seed, 3).bytes),
    random: createChance(seed, 4).bytes,
    checkAuthentication: (claim) => Promise.resolve(issuer.book.confirms(claim)),
  });
  return { name, memory, acquirer: withCuts(parts, name, acquirer) };
}

function withCuts(
  { plan, faults, count }: AcquirersParts,
  name: string,
  acquirer: SimulatedAcquirer,
): AcquirerSite['acquirer'] {
  return {
    handle(verb, request) {
      const isCut = verb === 'authorize' && isCutOff(plan, name, request.attemptId, !faults.on);
      if (isCut) count('issuer not reached');
      return acquirer.handle(verb, isCut ? unreached(request) : request);
    },
  };
}

/** The name of the holder triggers the answer, whatever the card is. */
function unreached(request: PlainRequest): PlainRequest {
  const { card } = request;
  return card ? { ...request, card: { ...card, holder: 'DECLINE ISSUER_UNAVAILABLE' } } : request;
}
