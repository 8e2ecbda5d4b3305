// What wallets need of the policy of the page, only for payments that offer them: the origin of the
// Click to Pay script, and the addresses of Google that the browser itself asks for Google Pay.

import type { Facts, MethodName } from '../../page/state.ts';

/** The name of the only trusted types policy; browser/methods/click-to-pay.ts creates it. */
export const CLICK_TO_PAY_POLICY = 'click-to-pay';

export interface WalletSources {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  /** Trusted types policies that a script may create. */
  readonly trusted: readonly string[];
}

export const noWallets: WalletSources = { scripts: [], connections: [], trusted: [] };

/** Chrome reads the description of the payment handler there. */
const GOOGLE = ['https://google.com', 'https://pay.google.com'];

/** `ownOrigin` needs no entry of its own. */
export function walletSources(facts: Facts, isSandbox: boolean, ownOrigin: string): WalletSources {
  const isOffered = (name: MethodName): boolean =>
    facts.methods.some(({ method, status }) => method === name && status === 'ENABLED');
  const script = isOffered('C2P') ? sdkOrigin(facts) : null;
  return {
    scripts: script === null || script === ownOrigin ? [] : [script],
    connections: isOffered('GPAY') && !isSandbox ? GOOGLE : [],
    trusted: script === null ? [] : [CLICK_TO_PAY_POLICY],
  };
}

function sdkOrigin({ details }: Facts): string | null {
  const [first] = (details.C2P ?? []) as readonly { readonly sdkURL?: string }[];
  const url = first?.sdkURL === undefined ? null : URL.parse(first.sdkURL);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** What a policy allows for wallets; nothing of what no wallet needs. */
export function walletsIn(policy: string): WalletSources {
  const valuesOf = (name: string): string[] =>
    new RegExp(`(?:^|; )${name} ([^;]+)`).exec(policy)?.[1]?.split(' ') ?? [];
  const scripts = valuesOf('script-src').filter((one) => /^https?:\/\/[^*/]+$/.test(one));
  const isTrusted = valuesOf('trusted-types').join() === CLICK_TO_PAY_POLICY;
  const isGoogle = GOOGLE.every((origin) => valuesOf('connect-src').includes(origin));
  return {
    scripts: isTrusted ? scripts.slice(0, 1) : [],
    connections: isGoogle ? GOOGLE : [],
    trusted: isTrusted ? [CLICK_TO_PAY_POLICY] : [],
  };
}
