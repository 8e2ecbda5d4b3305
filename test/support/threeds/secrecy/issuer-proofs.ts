// The proofs of authentication that the simulated issuer made, as its own tables have them.
import { rowsOf, type TableLocation } from '../../tables.ts';
import type { ListeningDirectory } from './listening-directory.ts';

/** The issuer's own records of proofs and keys. */
export async function proofsOf(location: TableLocation): Promise<Map<string, Buffer>> {
  const rows = await rowsOf<{ what: string; value: string }>(
    location,
    `select 'CAVV ' || acs_trans_id as what, cavv as value from sandbox.authentications
     where cavv is not null
     union all select 'session key ' || acs_trans_id, session_key from sandbox.authentications
     where session_key is not null`,
  );
  return new Map(rows.map(({ what, value }) => [what, Buffer.from(value, 'base64')]));
}

/** The names of the proofs in transactions of this directory server. */
export function proofsIn(
  { answers }: ListeningDirectory,
  proofs: ReadonlyMap<string, Buffer>,
): string[] {
  const ids = answers.map((one) => one['acsTransID'] as string);
  return [...proofs.keys()].filter((name) => ids.some((id) => name.endsWith(` ${id}`)));
}
