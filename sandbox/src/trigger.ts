// A row of the trigger catalogue: a value that makes the simulated world do something, and what.

import type { Provider } from './control/fault.ts';

export interface Trigger {
  readonly kind: 'card' | 'amount' | 'name';
  readonly value: string;
  readonly provider: Provider;
  readonly outcome: string;
  readonly description: string;
}
