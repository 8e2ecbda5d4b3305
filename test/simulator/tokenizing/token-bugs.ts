// Bugs planted between the tokenizer and its dependencies; each must be found as the violation of
// its invariant.

import type { Change, Draft, Entry } from '@bramka/gateway/journal/entry.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { events } from '@bramka/gateway/events/event.ts';
import { tokenizationChecks } from '@bramka/gateway/payments/model/tokenization-check.ts';
import { tokenizations } from '@bramka/gateway/tokenizer/tokenization.ts';
import { cardTokens, type CardToken } from '@bramka/gateway/vault/card-token.store.ts';
import { heldCards } from '@bramka/gateway/vault/held-card.store.ts';
import { tamper } from '../planted/planted-bug.ts';
import type { TokenBug } from './token-bug.ts';

const removed = { kind: 'removed' } as const;

function remove<T>(list: T[], isRemoved: (one: T) => boolean): void {
  const kept = list.filter((one) => !isRemoved(one));
  list.splice(0, list.length, ...kept);
}

/** The entry with the versions of tokens that are stored now, so that every change is accepted. */
function withoutVersions(entry: Entry, memory: Memory): Entry {
  const current = (change: Change): Change => {
    if (change.table !== cardTokens) return change;
    const expected = memory.find<CardToken>(cardTokens, change.row)?.version ?? change.expected;
    return { ...change, expected };
  };
  const { inserts, updates, deletes, increments } = entry;
  return { changes: entry.changes.map(current), inserts, updates, deletes, increments };
}

let tries = 0;

const serviceBugs: readonly TokenBug[] = [
  {
    name: 'a new request id for every try',
    breaks: 'one request per tokenization',
    tokenService: (real) => ({
      ...real,
      provision: (request) =>
        real.provision({ ...request, requestId: `${request.requestId}#${String((tries += 1))}` }),
    }),
  },
  {
    name: 'the second token of a card is not removed',
    breaks: 'no token is left at the token service',
    tokenService: (real, memory) => ({
      ...real,
      remove: (instrumentRef) => {
        const isStored = memory
          .rows<CardToken>(cardTokens)
          .some((token) => token.instrumentRef === instrumentRef);
        return isStored ? real.remove(instrumentRef) : Promise.resolve(removed);
      },
    }),
  },
  {
    name: 'a discarded token is not removed at its token service',
    breaks: 'no token is left at the token service',
    tokenService: (real, memory) => ({
      ...real,
      remove: (instrumentRef) => {
        const isStored = memory
          .rows<CardToken>(cardTokens)
          .some((token) => token.instrumentRef === instrumentRef);
        return isStored ? Promise.resolve(removed) : real.remove(instrumentRef);
      },
    }),
  },
  {
    name: 'an unanswered request counts as declined',
    seed: 7,
    breaks: 'no token is left at the token service',
    tokenService: (real) => ({
      ...real,
      provision: async (request) => {
        const answer = await real.provision(request);
        return answer.kind === 'unknown'
          ? { kind: 'declined', rejectCode: 'TOKENIZATION_DECLINED' }
          : answer;
      },
    }),
  },
  {
    name: 'a deleted token is stored as usable',
    seed: 92,
    breaks: 'a usable token is known at the token service',
    tokenService: (real) => ({
      ...real,
      provision: async (request) => {
        const answer = await real.provision(request);
        if (answer.kind !== 'provisioned') return answer;
        return { kind: 'provisioned', token: { ...answer.token, status: 'ACTIVE' } };
      },
    }),
  },
  {
    name: 'old news are applied',
    seed: 91,
    breaks: 'the status of a token is that of the token service',
    news: (news) => ({ ...news, sequence: news.sequence + (tries += 1) * 1000 }),
  },
];

const writeBugs: readonly TokenBug[] = [
  {
    name: 'a token is written without comparing its version',
    breaks: 'a discarded token stays discarded',
    damage: withoutVersions,
  },
  {
    name: 'the check is removed before the token is stored',
    breaks: 'no tokenization stays open',
    journal: tamper((draft: Draft) => {
      const request = draft.changes.find(
        ({ table, row }) => table === tokenizations && row['requestedAt'] !== null,
      );
      if (!request) return;
      remove(draft.inserts, ({ table }) => table === tokenizationChecks);
      remove(draft.deletes, ({ table }) => table === tokenizationChecks);
      draft.delete(tokenizationChecks, request.row);
    }),
  },
  {
    name: 'the card of a tokenization that has ended is not released',
    breaks: 'no card is held at the end',
    journal: tamper((draft: Draft) => {
      const isRelease = draft.deletes.some(({ table }) => table === tokenizationChecks);
      const isStep = draft.changes.some(({ table }) => table === tokenizations);
      if (isRelease && !isStep) remove(draft.deletes, ({ table }) => table === heldCards);
    }),
  },
  {
    name: 'a discarded token keeps its fingerprint',
    breaks: 'a discarded token has nothing of its card',
    journal: tamper((draft: Draft) => {
      for (const { table, row } of draft.changes) {
        if (table !== cardTokens || row['status'] !== 'DISCARDED') continue;
        (row as Record<string, unknown>)['fingerprint'] = new Uint8Array(32);
      }
    }),
  },
  {
    name: 'a discard sends no event',
    breaks: 'one event per status change',
    journal: tamper((draft: Draft) => {
      remove(draft.inserts, ({ table, row }) => {
        return table === events && (row['body'] as string).includes('"DISCARDED"');
      });
    }),
  },
];

const readBugs: readonly TokenBug[] = [
  {
    name: 'a discard forgets the tokenizations of the token',
    breaks: 'a completed tokenization has one usable token',
    tokenizations: (store) => ({ ...store, ofToken: () => Promise.resolve([]) }),
  },
  {
    name: 'a reused token is not changed, so that a discard at the same time is not noticed',
    seed: 63,
    breaks: 'a completed tokenization has one usable token',
    journal: tamper((draft: Draft) => {
      const isCompletion = draft.changes.some(
        ({ table, row }) => table === tokenizations && row['status'] === 'COMPLETED',
      );
      const isNetworkToken = (change: Change): boolean =>
        change.table === cardTokens && change.row['instrumentRef'] !== null;
      if (isCompletion) remove(draft.changes, isNetworkToken);
    }),
  },
  {
    name: 'a stored card is discarded while its conversion is unanswered',
    seed: 27,
    breaks: 'no token is left at the token service',
    tokenizations: (store) => ({
      ...store,
      // The conversion itself is found; only the discard must not see that it has been requested.
      conversionOf: async (merchantId, tokenId) => {
        const found = await store.conversionOf(merchantId, tokenId);
        return found && { ...found, requestedAt: null };
      },
    }),
  },
];

export const tokenBugs: readonly TokenBug[] = [...serviceBugs, ...writeBugs, ...readBugs];
