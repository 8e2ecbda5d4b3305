// The check of `bramka doctor` for the files that say which wallets to trust: each is read as the
// start would read it.

import type { Config } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { openTrust, trustFilesOf } from '@bramka/gateway/wallets/trust/open-trust.ts';
import { BadTrustFile } from '@bramka/gateway/wallets/trust/trust-file.ts';
import type { WalletSettings } from '@bramka/gateway/wallets/wallet-settings.ts';
import type { Finding } from './checks.ts';

const none: WalletSettings = { applePay: null, googlePay: null, clickToPay: null };

/** One line for each wallet that is configured. */
export async function checkTrustFiles(config: Config): Promise<Finding[]> {
  const { applePay, googlePay, clickToPay } = config;
  const wallets: [subject: string, settings: WalletSettings][] = [
    ['Apple Pay', { ...none, applePay }],
    ['Google Pay', { ...none, googlePay }],
    ['Click to Pay', { ...none, clickToPay }],
  ];
  const found = await Promise.all(wallets.map((wallet) => check(config, ...wallet)));
  return found.flat();
}

async function check(config: Config, subject: string, settings: WalletSettings) {
  const isProduction = config.environment === 'production';
  const log = { error: () => undefined };
  try {
    const trust = await openTrust({ settings, isProduction, clock: systemClock, log });
    const files = trustFilesOf(trust);
    return files.map(({ path }): Finding => ({ subject, ok: true, what: `${path} can be used` }));
  } catch (error) {
    if (!(error instanceof BadTrustFile)) throw error;
    return [{ subject, ok: false, what: `${error.message}; correct the file` }];
  }
}
