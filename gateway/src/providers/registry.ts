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
  /** True for account funding, which not every provider can do. */
  readonly isFunding?: boolean | undefined;
}

export type ProviderChoice =
  /** `others` may be tried after it, in this order. */
  | { readonly kind: 'chosen'; readonly provider: Provider; readonly others: readonly string[] }
  /** The named provider does not offer these means to the merchant; `names` do. */
  | { readonly kind: 'not-offered'; readonly names: readonly string[] }
  /**
   * Every provider for these means is down, or there is none. `provider` is the one that would be
   * used otherwise: as long as it is down, it declines with PROVIDER_UNAVAILABLE.
   */
  | { readonly kind: 'unavailable'; readonly provider: Provider | undefined };

export interface ProviderRegistry {
  /** In the order of preference. */
  readonly list: readonly Provider[];
  /** The provider for a new authorization. */
  choose(criteria: ProviderCriteria): ProviderChoice;
  /** The provider at which an attempt was made. */
  get(name: string): Provider;
  /** How many calls to the provider may be started now; 0: it is down. */
  capacity(name: string): number;
}

/** Whether the provider offers what an authorization needs, up or down. */
export function canServe(
  provider: Pick<Provider, 'means' | 'canFund'>,
  { means, isFunding }: { readonly means: MeansKind; readonly isFunding: boolean },
): boolean {
  return provider.means.includes(means) && (!isFunding || provider.canFund === true);
}

/** `capacity` says how many calls to a provider may be started now. */
export function providerRegistry<P extends Provider>(
  list: readonly P[],
  capacity: (provider: P) => number = () => Infinity,
): ProviderRegistry {
  const byName = new Map(list.map((provider) => [provider.name, provider]));
  const get = (name: string): P => byName.get(name) ?? defect(`no provider is named ${name}`);
  return {
    list,
    choose({ means, named, preferred, isFunding = false }) {
      const offering = list.filter((provider) => canServe(provider, { means, isFunding }));
      const allowed = preferred
        ? preferred.flatMap((name) => offering.filter((one) => one.name === name))
        : offering;
      const names = allowed.map(({ name }) => name);
      if (named !== undefined && !names.includes(named)) return { kind: 'not-offered', names };
      // A named provider that is down is never replaced by another one.
      const wanted = allowed.filter(({ name }) => named === undefined || name === named);
      const [provider, ...others] = wanted.filter((one) => capacity(one) > 0);
      if (provider) return { kind: 'chosen', provider, others: others.map(({ name }) => name) };
      return { kind: 'unavailable', provider: wanted[0] };
    },
    get,
    capacity: (name) => capacity(get(name)),
  };
}
