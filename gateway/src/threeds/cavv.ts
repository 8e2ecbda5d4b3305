// The cardholder authentication value at rest: sealed with the merchant's data key, bound to its
// row, and opened only for its authorization.

import type { RandomBytes } from '../core/random.ts';
import { seal, unseal } from '../core/seal.ts';
import { secret, type Secret } from '../core/secret.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import type { Authentication } from './authentication.ts';

export type SealedCavv = Pick<Authentication, 'keyVersion' | 'sealedCavv'>;

export interface CavvSealer {
  seal(of: Authentication, value: string | undefined): Promise<SealedCavv>;
  open(of: Authentication): Promise<Secret<string> | null>;
}

export function createCavvSealer(keys: DataKeys, random: RandomBytes): CavvSealer {
  return {
    async seal(of, value) {
      if (value === undefined) return { keyVersion: null, sealedCavv: null };
      const { version, key } = await keys.current(of.merchantId);
      return { keyVersion: version, sealedCavv: seal(key, value, boundTo(of, version), random) };
    },
    async open(of) {
      if (of.sealedCavv === null || of.keyVersion === null) return null;
      const { key } = await keys.find(of.merchantId, of.keyVersion);
      return secret(unseal(key, of.sealedCavv, boundTo(of, of.keyVersion)).toString('utf8'));
    },
  };
}

function boundTo({ merchantId, authenticationId }: Authentication, version: number): string {
  return `1|${merchantId}|authentications|${authenticationId}|sealed_cavv|${String(version)}`;
}
