// The simulated acquirer with injected faults.

import type { SimulatedAcquirer } from './acquirer.ts';
import { faultyCalls, type WireParts } from '../party/faulty-calls.ts';

export interface FaultyAcquirer extends SimulatedAcquirer {
  /** Resolves when no request is being processed, or after a short time limit. */
  quiet(): Promise<void>;
}

export function faultyAcquirer(acquirer: SimulatedAcquirer, parts: WireParts): FaultyAcquirer {
  const wire = faultyCalls('acquirer', parts);
  return {
    handle: (verb, request) => wire.call(verb, () => acquirer.handle(verb, request)),
    chargesOf: (paymentId) => acquirer.chargesOf(paymentId),
    quiet: () => wire.quiet(),
  };
}
