// The read queries of the authentications of the simulated issuer, in memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { AuthenticationRow } from '../../acs/authentication.ts';
import { authenticationTable, type AuthenticationStore } from '../../acs/authentication.store.ts';

export function memoryAuthenticationStore(memory: Memory): AuthenticationStore {
  const all = (): AuthenticationRow[] => memory.rows<AuthenticationRow>(authenticationTable);
  return {
    find: (acsTransId) => Promise.resolve(all().find((row) => row.acsTransId === acsTransId)),
    ofDirectory: (dsTransId) => Promise.resolve(all().find((row) => row.dsTransId === dsTransId)),
    due: (now, most) =>
      Promise.resolve(
        all()
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .sort(byDueTime)
          .slice(0, most),
      ),
  };
}

function byDueTime(a: AuthenticationRow, b: AuthenticationRow): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || (a.acsTransId < b.acsTransId ? -1 : 1);
}
