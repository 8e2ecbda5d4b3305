// The simulated providers, and the type of a row of the trigger catalogue: a value and the
// behaviour it causes.

export const providers = ['acquirer', 'directory', 'acs'] as const;
export type Provider = (typeof providers)[number];

export interface Trigger {
  readonly kind: 'card' | 'amount' | 'name';
  readonly value: string;
  readonly provider: Provider;
  readonly outcome: string;
  readonly description: string;
}
