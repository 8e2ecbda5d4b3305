// One wallet and one merchant with keys of both kinds, for the tests of wrong tokens.
import type { WalletOpening } from '@bramka/gateway/wallets/wallet-card.ts';
import { openAppleToken } from '@bramka/gateway/wallets/apple/open-apple-token.ts';
import { openWallet } from './authority.ts';
import { buildToken, recipientOf, sent, type Token, type TokenPlan } from './build-token.ts';
import { newEcKey, newRsaKey, rootOf } from './certificates.ts';

export const at = Date.UTC(2026, 10, 16, 3);
export const wallet = openWallet();
export const roots = [rootOf(wallet.root)];
export const ecKey = recipientOf(newEcKey());
export const rsaKey = recipientOf(newRsaKey());
export const keys = [ecKey, rsaKey];

export type Version = 'EC_v1' | 'RSA_v1';
export const versions: readonly Version[] = ['EC_v1', 'RSA_v1'];

export const planOf = (version: Version): TokenPlan => ({
  wallet,
  recipient: version === 'EC_v1' ? ecKey : rsaKey,
  signedAt: at,
  version,
});

/** A right token, except for what is given. */
export const tokenOf = (version: Version, change: Partial<TokenPlan> = {}): Token =>
  buildToken({ ...planOf(version), ...change });

/** As the merchant's gateway opens it when it was signed. */
export const openHere = (token: object): WalletOpening =>
  openAppleToken(sent(token), { roots, keys, at });
