// Which express methods a device has, as far as its user agent tells.

import { pageMethods } from './methods/registry.ts';
import { entryOf, type Facts } from './state.ts';

/** The sandbox has its own wallets on every device. */
export function likelyMethods(facts: Facts, isSandbox: boolean, userAgent: string): string[] {
  return pageMethods.flatMap(({ name, isExpress, isLikely }) => {
    const isOffered = isExpress && entryOf(facts, name)?.status === 'ENABLED';
    return isOffered && (isSandbox || isLikely?.(facts, userAgent)) ? [name] : [];
  });
}
