// The providers of this installation by name, and the choice of one for a payment.

import { defect } from '../core/assert.ts';
import type { MeansKind } from './means.ts';
import type { Provider } from './provider.ts';

export interface ProviderCriteria {
  readonly means: MeansKind;
  /** The provider that the payment names (`instrument.provider`). */
  readonly named?: string | undefined;
  /** The merchant's providers of this method, in order of preference; absent: any. */
  readonly preferred?: readonly string[] | undefined;
}

export type ProviderChoice =
  | { readonly kind: 'chosen'; readonly provider: Provider }
  /** The named provider does not offer these means to the merchant; `names` do. */
  | { readonly kind: 'not-offered'; readonly names: readonly string[] }
  /** Every provider for these means is down, or there is none. */
  | { readonly kind: 'unavailable' };

export interface ProviderRegistry {
  /** The provider for a new authorization. */
  choose(criteria: ProviderCriteria): ProviderChoice;
  /** The provider at which an attempt was made. */
  get(name: string): Provider;
}

export function providerRegistry(list: readonly Provider[]): ProviderRegistry {
  const byName = new Map(list.map((provider) => [provider.name, provider]));
  return {
    choose({ means, named, preferred }) {
      const offering = list.filter((provider) => provider.means.includes(means));
      const allowed = preferred
        ? preferred.flatMap((name) => offering.filter((one) => one.name === name))
        : offering;
      const names = allowed.map(({ name }) => name);
      if (named !== undefined && !names.includes(named)) return { kind: 'not-offered', names };
      const provider = named === undefined ? allowed[0] : byName.get(named);
      return provider ? { kind: 'chosen', provider } : { kind: 'unavailable' };
    },
    get: (name) => byName.get(name) ?? defect(`no provider is named ${name}`),
  };
}

export function chosenProvider(choice: ProviderChoice): Provider {
  return choice.kind === 'chosen' ? choice.provider : defect(`provider: ${choice.kind}`);
}
