// The hash of Autopay's messages, computed independently of the gateway: the values in their order
// and the key, joined by "|"; empty values are skipped.

import { createHash } from 'node:crypto';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';

/** The service under which the gateway is known to the simulated operator. */
export interface SimulatedService {
  readonly serviceId: string;
  readonly key: Secret<string>;
}

/** Both are public: the simulated operator moves no money. */
export const SERVICE_ID = '100047';
const DEFAULT_KEY = 'sandbox-autopay-key';

export function simulatedService(key: Secret<string> | null): SimulatedService {
  return { serviceId: SERVICE_ID, key: key ?? secret(DEFAULT_KEY) };
}

export function hashOf(values: readonly string[], { key }: SimulatedService): string {
  const text = [...values.filter((value) => value !== ''), open(key)].join('|');
  return createHash('sha256').update(text).digest('hex');
}
