// The faults that are active on this node. Calls without an active fault cost nothing; otherwise
// shared counters in the database decide, so that several nodes hit as many calls as one would.

import type { Queryable } from '@bramka/gateway/storage/database.ts';
import type { ActiveFaults } from '../party/fault.ts';
import { isHit } from './fault.ts';
import { countCall, takeRemaining, type StoredFault } from './faults.store.ts';

export interface Faults extends ActiveFaults {
  set(list: readonly StoredFault[]): void;
}

export function createFaults(database: Queryable): Faults {
  let active: readonly StoredFault[] = [];

  const hits = async ({ faultId, fault }: StoredFault): Promise<boolean> => {
    const call = await countCall(database, faultId);
    if (call === undefined || !isHit(fault, call)) return false;
    if (fault.remaining === undefined || (await takeRemaining(database, faultId))) return true;
    active = active.filter((one) => one.faultId !== faultId);
    return false;
  };
  return {
    set: (list) => (active = list.filter(({ remaining }) => remaining !== 0)),
    async take(provider, verb) {
      for (const one of active) {
        const { provider: whose, verbs } = one.fault;
        const isMeant = whose === provider && (verbs === undefined || verbs.includes(verb));
        if (isMeant && (await hits(one))) return one.fault;
      }
      return undefined;
    },
  };
}
