// The simulated directory server with injected faults.

import type { SimulatedDirectory } from './directory.ts';
import { faultyCalls, type WireParts } from '../party/faulty-calls.ts';

export interface FaultyDirectory extends SimulatedDirectory {
  /** Resolves when no request is being processed, or after a short time limit. */
  quiet(): Promise<void>;
}

export function faultyDirectory(directory: SimulatedDirectory, parts: WireParts): FaultyDirectory {
  const wire = faultyCalls('directory', parts);
  return {
    handle: (organization, message) =>
      wire.call(isPReq(message) ? 'preq' : 'areq', () => directory.handle(organization, message)),
    keys: () => directory.keys(),
    quiet: () => wire.quiet(),
  };
}

function isPReq(message: unknown): boolean {
  return (message as { messageType?: unknown } | null | undefined)?.messageType === 'PReq';
}
