// Opens the trust files of the configured wallets, and reads them again when they have changed.

import type { X509Certificate } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { GoogleRootKey } from '../wallet-services.ts';
import type { WalletSettings } from '../wallet-settings.ts';
import { parseAppleRoots } from './apple-roots.ts';
import { lastExpiration, parseGoogleRoots } from './google-roots.ts';
import { parseSigningKeys, type SigningJwk } from './signing-keys.ts';
import type { TrustContext } from './trust-context.ts';
import { openTrustFile, type TrustFile, type TrustLog } from './trust-file.ts';

export interface TrustParts {
  readonly settings: WalletSettings;
  readonly isProduction: boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: TrustLog;
}

/** Absent: the wallet is not configured. */
export interface OpenTrust {
  readonly apple: TrustFile<readonly X509Certificate[]> | null;
  readonly google: TrustFile<readonly GoogleRootKey[]> | null;
  readonly clickToPay: TrustFile<readonly SigningJwk[]> | null;
}

/** Throws a `BadTrustFile` for the first file that cannot be used. */
export async function openTrust({ settings, isProduction, ...parts }: TrustParts) {
  const { applePay, googlePay, clickToPay } = settings;
  const { clock, log } = parts;
  const reading =
    <T>(parse: (bytes: Buffer, context: TrustContext) => T) =>
    (bytes: Buffer) =>
      parse(bytes, { isProduction, now: clock.now() });
  const trust: OpenTrust = {
    apple:
      applePay &&
      (await openTrustFile({
        name: 'apple_roots',
        title: 'the root certificates of Apple Pay',
        path: applePay.rootsFile,
        parse: reading(parseAppleRoots),
        expiryOf: (roots) => Math.max(...roots.map(({ validTo }) => Date.parse(validTo))),
        log,
      })),
    google:
      googlePay &&
      (await openTrustFile({
        name: 'google_roots',
        title: 'the root keys of Google Pay',
        path: googlePay.rootsFile,
        parse: reading(parseGoogleRoots),
        expiryOf: lastExpiration,
        log,
      })),
    clickToPay:
      clickToPay &&
      (await openTrustFile({
        name: 'click_to_pay_keys',
        title: 'the signing keys of Click to Pay',
        path: clickToPay.keysFile,
        parse: reading(parseSigningKeys),
        expiryOf: () => null,
        log,
      })),
  };
  return trust;
}

export function trustFilesOf({ apple, google, clickToPay }: OpenTrust): TrustFile<unknown>[] {
  return [apple, google, clickToPay].filter((file) => file !== null);
}
