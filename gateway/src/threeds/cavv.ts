// The cardholder authentication value at rest: sealed with the merchant's data key, bound to its
// row, and opened only for its authorization.

import type { RandomBytes } from '../core/random.ts';
import { seal, unseal } from '../core/seal.ts';
import { secret, type Secret } from '../core/secret.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import type { Authentication } from './authentication.ts';

type SealedCavv = Pick<Authentication, 'keyVersion' | 'sealedCavv'>;

export interface CavvSealer {
  seal(of: Authentication, value: string | undefined): Promise<SealedCavv>;
  open(of: Authentication): Promise<Secret<string> | null>;
  /** The same value, sealed with the merchant's newest data key; for a rotation of keys. */
  readonly reseal: (row: SealedCavvRow) => Promise<SealedCavvRow>;
}

interface SealedCavvRow extends Pick<Authentication, 'merchantId' | 'authenticationId'> {
  readonly keyVersion: number;
  readonly sealedCavv: Uint8Array;
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
    async reseal(row) {
      const from = await keys.find(row.merchantId, row.keyVersion);
      const to = await keys.current(row.merchantId);
      const plain = unseal(from.key, row.sealedCavv, boundTo(row, row.keyVersion));
      const sealedCavv = seal(to.key, plain, boundTo(row, to.version), random);
      return { ...row, keyVersion: to.version, sealedCavv };
    },
  };
}

function boundTo(
  { merchantId, authenticationId }: Pick<Authentication, 'merchantId' | 'authenticationId'>,
  version: number,
): string {
  return `1|${merchantId}|authentications|${authenticationId}|sealed_cavv|${String(version)}`;
}
