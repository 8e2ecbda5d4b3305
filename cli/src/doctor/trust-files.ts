// The check of `bramka doctor` for the files that say which wallets to trust: each is read as the
// start would read it.

import type { Config } from '@bramka/gateway/config.ts';
import { isoTime, systemClock, type Instant } from '@bramka/gateway/core/clock.ts';
import type { Configured } from '@bramka/gateway/settings/connection.ts';
import { BadTrustFile, type TrustFile } from '@bramka/gateway/wallets/trust/trust-file.ts';
import type { WalletServices } from '@bramka/gateway/wallets/wallet-services.ts';
import type { Finding } from './finding.ts';
import { doctorContext } from './providers.ts';

const WARNING_MS = 30 * 24 * 60 * 60 * 1000;

/** One line for each wallet that is configured. */
export async function checkTrustFiles(config: Config): Promise<Finding[]> {
  const found = await Promise.all(config.wallets.map((wallet) => check(config, wallet)));
  return found.flat();
}

/** A file whose last root expires soon is a problem: the operator must get a newer one. */
export function verdictOf(
  { path, expiresAt }: Pick<TrustFile<unknown>, 'path' | 'expiresAt'>,
  now: Instant,
): Omit<Finding, 'subject'> {
  const until = expiresAt();
  if (until === null) return { ok: true, what: `${path} can be used` };
  const day = isoTime(until).slice(0, 10);
  return until - now < WARNING_MS
    ? { ok: false, what: `the last root in ${path} expires on ${day}; get a newer file` }
    : { ok: true, what: `${path} can be used until ${day}` };
}

async function check(
  config: Config,
  { title: subject, connect }: Configured<WalletServices>,
): Promise<Finding[]> {
  try {
    const { adapter, close } = await connect(doctorContext(config));
    await close();
    const files = adapter.trustFiles ?? [];
    return files.map((file) => ({ subject, ...verdictOf(file, systemClock.now()) }));
  } catch (error) {
    if (!(error instanceof BadTrustFile)) throw error;
    return [{ subject, ok: false, what: `${error.message}; correct the file` }];
  }
}
