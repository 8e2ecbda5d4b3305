// What `bramka doctor` says about the certificates of wallets: those that expire soon, have
// expired, or were requested and not installed. Private keys are not read.

import type { Config } from '@bramka/gateway/config.ts';
import { isoTime, systemClock } from '@bramka/gateway/core/clock.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import type { CredentialState } from '@bramka/gateway/wallets/credentials/credential.ts';
import { listCredentials } from '@bramka/gateway/wallets/credentials/credential.store.ts';
import { allPages, allWalletCredentials, operatorClientAt, PAGE } from '../api/operator.ts';
import { adminKeyOf } from './admin-key.ts';
import { checkOrExplain, namesOf, readStored, type Finding } from './finding.ts';

const subject = 'wallets';

export interface CheckedCredential {
  readonly credentialId: string;
  readonly kind: string;
  readonly merchantId?: string | undefined;
  readonly name: string;
  readonly state: string;
  readonly expiresAt?: string | undefined;
}

/** Nothing without credentials, or when they cannot be read because no gateway runs. */
export async function checkWallets(config: Config, url?: string): Promise<Finding[]> {
  return checkOrExplain(subject, async () => {
    const found = await readCredentials(config, url);
    return findingsOf(found.filter(({ state }) => state !== 'REMOVED'));
  });
}

/** From the gateway if one runs, because its clock may have been moved. */
async function readCredentials(config: Config, url?: string): Promise<CheckedCredential[]> {
  const key = adminKeyOf(config);
  if (url !== undefined && key !== undefined)
    return allWalletCredentials(operatorClientAt(url, key));
  return config.databaseUrl ? storedCredentials(open(config.databaseUrl)) : [];
}

async function storedCredentials(url: string): Promise<CheckedCredential[]> {
  const rows = await readStored(url, (database) =>
    allPages(
      (after) => {
        const page = { merchantId: null, kind: null, after: after ?? null, limit: PAGE };
        return listCredentials(database, page, systemClock.now());
      },
      ({ credentialId }) => credentialId,
    ),
  );
  return rows.map(({ merchantId, expiresAt, ...rest }) => ({
    ...rest,
    merchantId: merchantId ?? undefined,
    expiresAt: expiresAt === null ? undefined : isoTime(expiresAt),
  }));
}

const problems: Partial<Record<CredentialState, readonly [what: string, advice: string]>> = {
  EXPIRED: ['expired', 'request and install new ones, then remove these'],
  EXPIRES_SOON: ['expire within 30 days', 'request and install new ones'],
  OVERDUE: ['requested 14 days ago or earlier', 'install the certificates, or remove these'],
};

export function findingsOf(found: readonly CheckedCredential[]): Finding[] {
  if (found.length === 0) return [];
  const bad = Object.entries(problems).flatMap(([state, [what, advice]]): Finding[] => {
    const list = found.filter((one) => one.state === state);
    if (list.length === 0) return [];
    const named = namesOf(list.map(nameOf));
    const text = `certificates ${what}: ${named}; ${advice} (\`bramka wallets\`)`;
    return [{ subject, ok: false, what: text }];
  });
  if (bad.length > 0) return bad;
  const first = found.flatMap(({ expiresAt }) => expiresAt ?? []).sort()[0];
  const next =
    first === undefined ? '' : `; the first certificate expires on ${first.slice(0, 10)}`;
  return [{ subject, ok: true, what: `credentials: ${found.length}${next}` }];
}

function nameOf({ credentialId, kind, merchantId, name, expiresAt }: CheckedCredential): string {
  const owner = merchantId === undefined ? '' : ` of ${merchantId}`;
  const until = expiresAt === undefined ? '' : `, ${expiresAt.slice(0, 10)}`;
  return `${kind}${owner} (${name}${until}, ${credentialId})`;
}
