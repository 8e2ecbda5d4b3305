// Injected faults in the database: the list that all nodes apply, and the counters they share.

import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { Fault } from '../party/fault.ts';

export interface StoredFault {
  readonly faultId: string;
  readonly fault: Fault;
  /** How many calls it could have hit so far. */
  readonly calls: number;
  readonly remaining: number | null;
}

const list = statement(
  'sandbox.faults.list',
  `select fault_id as "faultId", fault, calls, remaining from sandbox.faults
   order by provider, position`,
);
const remove = statement('sandbox.faults.remove', 'delete from sandbox.faults where provider = $1');
const removeAll = statement('sandbox.faults.remove-all', 'delete from sandbox.faults');
const insert = statement(
  'sandbox.faults.insert',
  `insert into sandbox.faults (fault_id, provider, position, fault, calls, remaining)
   values ($1, $2, $3, $4, 0, $5)`,
);
const count = statement(
  'sandbox.faults.count',
  `update sandbox.faults set calls = calls + 1 where fault_id = $1 returning calls`,
);
const spend = statement(
  'sandbox.faults.spend',
  `update sandbox.faults set remaining = remaining - 1
   where fault_id = $1 and remaining > 0 returning remaining`,
);

export function listFaults(on: Queryable): Promise<StoredFault[]> {
  return on.run<StoredFault>(list);
}

export async function removeFaults(on: Queryable, provider?: string): Promise<void> {
  if (provider === undefined) await on.run(removeAll);
  else await on.run(remove, [provider]);
}

export async function insertFault(
  on: Queryable,
  faultId: string,
  position: number,
  fault: Fault,
): Promise<void> {
  const { provider, remaining = null } = fault;
  await on.run(insert, [faultId, provider, position, JSON.stringify(fault), remaining]);
}

/** The number of this call, starting at 1; undefined if the fault was removed. */
export async function countCall(on: Queryable, faultId: string): Promise<number | undefined> {
  return (await on.run<{ calls: number }>(count, [faultId]))[0]?.calls;
}

/** False if the fault has no calls left. */
export async function takeRemaining(on: Queryable, faultId: string): Promise<boolean> {
  return (await on.run(spend, [faultId])).length === 1;
}
