// A key ring without storage, for tests and the simulator.

import { defect } from '../../assert.ts';
import type { RandomBytes } from '../../random.ts';
import { seal, unseal, versionOf } from '../../seal.ts';
import { purposeKeys, type Keyring, type RootKey } from '../keyring.ts';

/** A key ring with root keys that never change; the last one seals. */
export function fixedKeyring(roots: readonly RootKey[], random: RandomBytes): Keyring {
  const keyOf = purposeKeys();
  return {
    sealer(purpose) {
      const root = roots.at(-1) ?? defect('there is no root key');
      return Promise.resolve((plain, bound) =>
        seal(keyOf(root, purpose), plain, bound, random, root.version),
      );
    },
    async unseal(purpose, sealed, bound) {
      const version = versionOf(sealed);
      const root = roots.find((one) => one.version === version);
      if (!root) return defect('a value is sealed with a root key that is not here');
      return Promise.resolve(unseal(keyOf(root, purpose), sealed, bound));
    },
    stamp: () => Promise.resolve(''),
  };
}
