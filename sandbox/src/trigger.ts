// The simulated providers, and a row of the trigger catalogue: a value that makes one of them do
// something, and what.

export const providers = ['acquirer', 'directory', 'acs'] as const;
export type Provider = (typeof providers)[number];

export interface Trigger {
  readonly kind: 'card' | 'amount' | 'name';
  readonly value: string;
  readonly provider: Provider;
  readonly outcome: string;
  readonly description: string;
}
