// Planted bugs in strong authentication, each with the invariant that reveals it.

import type { ThreeDSProof } from '@bramka/gateway/providers/means.ts';
import { attempts } from '@bramka/gateway/providers/attempt.ts';
import type { Journal, Write } from '@bramka/gateway/journal/entry.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import type { ThreeDS } from '@bramka/gateway/threeds/threeds.ts';
import { heldCards } from '@bramka/gateway/vault/held-card.store.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';

/** Anyone who knows the ids of a transaction can forge its result. */
const keyIgnored: PlantedBug = {
  name: 'key of a result not checked',
  breaks: ['A3 forgery'],
  planted: {
    threeds: (threeds) => ({
      ...threeds,
      addresses: { ...threeds.addresses, isValidKey: () => true },
    }),
  },
};

/** The ids in a result are not compared with those of the transaction. */
const idsIgnored: PlantedBug = {
  name: 'ids of a result not compared',
  breaks: ['A3 forgery'],
  planted: {
    misread(body, memory) {
      const named = memory
        .rows<Authentication>(authentications)
        .find(({ authenticationId }) => authenticationId === body['threeDSServerTransID']);
      if (!named?.acsTransId || !named.dsTransId || body['messageType'] !== 'RReq') return body;
      return { ...body, acsTransID: named.acsTransId, dsTransID: named.dsTransId };
    },
  },
};

/**
 * A failed authentication is treated as an unavailable one, for which some merchants accept the
 * risk.
 */
function refusalTakenForTrouble(): PlantedBug {
  const refused = new Set<string>();
  const mistaken = (threeds: ThreeDS): ThreeDS['directory'] =>
    threeds.directory && {
      ...threeds.directory,
      async authenticate(organization, message) {
        const answer = await threeds.directory?.authenticate(organization, message);
        if (answer?.kind !== 'answered') return answer ?? { kind: 'silence', why: 'connection' };
        if (answer.ares.transStatus !== 'N') return answer;
        refused.add(answer.ares.threeDSServerTransID);
        return { ...answer, ares: { ...answer.ares, transStatus: 'U' } };
      },
    };
  return {
    name: 'refusal taken for trouble',
    breaks: ['A2 refusal'],
    planted: {
      threeds: (threeds) => ({ ...threeds, directory: mistaken(threeds) }),
      journal: tamper(({ updates }) => {
        const index = updates.findIndex(({ table, row }) => {
          return table === authentications && refused.has(row['authenticationId'] as string);
        });
        const write = updates[index];
        if (write) updates[index] = { ...write, row: { ...write.row, transStatus: 'N' } };
      }),
    },
  };
}

/** The proof of the previous authorization is sent. */
const proofOfAnother: PlantedBug = {
  name: 'proof of another payment',
  breaks: ['A1 proof'],
  planted: {
    acquirer(acquirer) {
      let before: ThreeDSProof | null = null;
      return {
        ...acquirer,
        authorize(request) {
          const { means } = request;
          if (means.kind !== 'card') return acquirer.authorize(request);
          const threeDS = means.threeDS && (before ?? means.threeDS);
          before = means.threeDS ?? before;
          return acquirer.authorize({ ...request, means: { ...means, threeDS } });
        },
      };
    },
  },
};

/** A result is acknowledged before it is written, and then not written. */
const resultLost: PlantedBug = {
  name: 'result acknowledged and lost',
  breaks: ['A5 goes on'],
  planted: {
    journal: (journal): Journal => ({
      ...journal,
      commit(entry) {
        const isResult = entry.updates.some(({ table, row }) => {
          return table === authentications && row['state'] === 'DONE' && row['acsUrl'] !== null;
        });
        return isResult ? Promise.resolve({ kind: 'committed' }) : journal.commit(entry);
      },
    }),
  },
};

/** An earlier soft decline is forgotten. */
const askedAgain: PlantedBug = {
  name: 'challenge after every soft decline',
  breaks: ['A4 one at a time'],
  planted: {
    store: (store): PaymentStore => ({
      ...store,
      async load(...id) {
        const loaded = await store.load(...id);
        const attempts = loaded?.attempts.map((one) =>
          one.rejectCode === 'SCA_REQUIRED' ? { ...one, rejectCode: 'DO_NOT_HONOR' as const } : one,
        );
        return loaded && { ...loaded, attempts: attempts ?? [] };
      },
    }),
  },
};

function isCard({ table }: Write): boolean {
  return table === heldCards;
}

/** The payment has ended and its card data is still stored. */
const cardKept: PlantedBug = {
  name: 'card kept after the end',
  breaks: ['I6 secrecy'],
  shows: /card data/,
  planted: {
    journal: tamper(({ deletes }) => {
      const index = deletes.findIndex(isCard);
      if (index >= 0) deletes.splice(index, 1);
    }),
  },
};

/** The acquirer is called, and the security code stays in the vault. */
const codeKept: PlantedBug = {
  name: 'security code kept for later',
  breaks: ['I6 secrecy'],
  shows: /has its security code/,
  planted: {
    journal: tamper(({ inserts, updates }) => {
      if (!inserts.some(({ table }) => table === attempts)) return;
      const index = updates.findIndex(isCard);
      if (index >= 0) updates.splice(index, 1);
    }),
  },
};

export const authenticationBugs: readonly PlantedBug[] = [
  keyIgnored,
  idsIgnored,
  refusalTakenForTrouble(),
  proofOfAnother,
  resultLost,
  askedAgain,
  cardKept,
  codeKept,
];
