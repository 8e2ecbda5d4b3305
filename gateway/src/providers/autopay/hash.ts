// The hash of Autopay's messages: hexadecimal SHA-256 or SHA-512 of the values in their numbered
// order and the shared key, joined by "|". Absent and empty values are skipped; "0" counts.

import { createHash, timingSafeEqual } from 'node:crypto';
import { open, type Secret } from '../../core/secret.ts';

export const hashMethods = ['SHA256', 'SHA512'] as const;
export type HashMethod = (typeof hashMethods)[number];

/** The identity of this gateway at Autopay. */
export interface AutopayService {
  /** Up to ten digits. */
  readonly serviceId: string;
  readonly key: Secret<string>;
  readonly hashMethod: HashMethod;
}

type Value = string | undefined | null;

export function hashOf(values: readonly Value[], service: AutopayService): string {
  const present = values.filter((value) => value !== undefined && value !== null && value !== '');
  const algorithm = service.hashMethod === 'SHA256' ? 'sha256' : 'sha512';
  return createHash(algorithm)
    .update([...present, open(service.key)].join('|'), 'utf8')
    .digest('hex');
}

/**
 * Whether the hash belongs to these values. Values are compared trimmed, as an XML document may
 * add spaces around them, and exactly, as spaces may belong to a value such as the sender's name.
 */
export function isHashOf(
  hash: string | undefined,
  values: readonly Value[],
  service: AutopayService,
): boolean {
  const given = (hash ?? '').trim();
  const trimmed = values.map((value) => value?.trim());
  return equals(given, hashOf(trimmed, service)) || equals(given, hashOf(values, service));
}

function equals(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
