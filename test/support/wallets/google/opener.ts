// Parties with a valid token, and the opener that opens it, for tests of what is refused.
import type { GoogleOpener } from '@bramka/gateway/wallets/google/open-google-token.ts';
import { makeParties, MESSAGE_EXPIRES, rootKey, walletKey } from './issue-token.ts';

export const parties = makeParties();

export const opener: GoogleOpener = {
  roots: [rootKey(parties.root)],
  recipientId: parties.recipientId,
  keys: [walletKey(parties.recipient)],
  merchantId: '10000001',
  at: MESSAGE_EXPIRES - 60_000,
};

export interface CountedWork {
  readonly opener: GoogleOpener;
  /** How often a root key and the gateway's key were used since the last call. */
  readonly count: () => { readonly roots: number; readonly keys: number };
}

/** An opener that counts the uses of its keys. */
export function countingOpener(): CountedWork {
  const counts = { roots: 0, keys: 0 };
  const [root] = opener.roots;
  const [key] = opener.keys;
  const roots = [
    {
      ...rootKey(parties.root),
      get keyValue() {
        counts.roots += 1;
        return root?.keyValue ?? '';
      },
    },
  ];
  const keys = [
    {
      ...walletKey(parties.recipient),
      get privateKey() {
        counts.keys += 1;
        return key?.privateKey ?? parties.recipient;
      },
    },
  ];
  return {
    opener: { ...opener, roots, keys },
    count() {
      const seen = { ...counts };
      Object.assign(counts, { roots: 0, keys: 0 });
      return seen;
    },
  };
}
