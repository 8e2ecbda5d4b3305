// The gateway as the intermediaries know it, and the hash of their messages, computed independently
// of the gateway: the values in their order and the key, joined by "|"; empty values are skipped.

import { createHash } from 'node:crypto';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';

/** The service under which the gateway is known to a simulated intermediary. */
export interface SimulatedService {
  readonly serviceId: string;
  readonly key: Secret<string>;
}

/** All of it is public: the simulated intermediaries move no money. */
const services = {
  autopay: { serviceId: '100047', defaultKey: 'sandbox-autopay-key' },
  pa: { serviceId: '200047', defaultKey: 'sandbox-pa-key' },
};

export function simulatedService(
  of: keyof typeof services,
  key: Secret<string> | null,
): SimulatedService {
  const { serviceId, defaultKey } = services[of];
  return { serviceId, key: key ?? secret(defaultKey) };
}

export function hashOf(values: readonly string[], { key }: SimulatedService): string {
  const text = [...values.filter((value) => value !== ''), open(key)].join('|');
  return createHash('sha256').update(text).digest('hex');
}
