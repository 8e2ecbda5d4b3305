// A job that counts the wallet credentials by state for the metrics, and logs once a day each one
// that the operator must renew or complete. It reads no private keys.

import { isoTime, type Clock } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Queryable } from '../../storage/database.ts';
import { credentialKinds, stateMeanings, type CredentialState } from './credential.ts';
import { claimDueWarnings, countCredentials } from './credential.store.ts';

interface ExpiryParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'walletCredentials'>;
  readonly log: { warn(facts: object, message: string): void };
}

const messages: Partial<Record<CredentialState, string>> = {
  EXPIRES_SOON: 'the certificate of a wallet credential expires soon',
  EXPIRED: 'the certificate of a wallet credential has expired',
  OVERDUE: 'a wallet credential has been waiting for its certificate for long',
};

/** Returns the number of warnings. */
export async function watchExpiry({ database, clock, metrics, log }: ExpiryParts): Promise<number> {
  const now = clock.now();
  const counts = await countCredentials(database, now);
  for (const kind of credentialKinds) {
    for (const state of Object.keys(stateMeanings).filter((one) => one !== 'REMOVED')) {
      const row = counts.find((one) => one.kind === kind && one.state === state);
      metrics.walletCredentials.set({ kind, state }, row?.count ?? 0);
    }
  }
  const due = await claimDueWarnings(database, now);
  for (const { credentialId, kind, merchantId, name, state, expiresAt } of due) {
    const expires = expiresAt === null ? null : isoTime(expiresAt);
    const facts = { credentialId, kind, ...present({ merchantId, expiresAt: expires }), name };
    log.warn(facts, messages[state] ?? state);
  }
  return due.length;
}
