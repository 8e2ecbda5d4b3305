// Limits how many requests one address may have open at a time, from their headers to the end of
// their answer. At the limit the request that has been arriving longest is dismissed, so that slow
// senders cannot block other clients of their address.

import { Refusal } from '../../core/refusals.ts';

export interface OpenRequest {
  /** The body is complete, or will not be read: from now on the request cannot be dismissed. */
  markArrived(): void;
  /** The request was answered before its body was complete: it may be dismissed again. */
  markLingering(): void;
  /** The answer is sent and the body has arrived, or the connection is closed. */
  end(): void;
}

interface Load {
  open: number;
  /** Still arriving, the oldest first. */
  readonly arriving: Set<Entry>;
}

interface Entry extends OpenRequest {
  readonly dismiss: () => void;
}

const RETRY_SECONDS = 1;

/** `max` 0 disables the limit. */
export function openRequests(max: number) {
  const loads = new Map<string, Load>();
  return {
    /**
     * `dismiss` ends the connection of a dismissed request. Refuses when no request of the address
     * can be dismissed; `isExempt` requests are counted but never refused.
     */
    begin(address: string, dismiss: () => void, isExempt: boolean): OpenRequest {
      const load = loads.get(address) ?? { open: 0, arriving: new Set<Entry>() };
      if (max > 0 && load.open >= max && !dismissOldest(load) && !isExempt) {
        throw new Refusal('TOO_MANY_REQUESTS', [], RETRY_SECONDS);
      }
      load.open += 1;
      loads.set(address, load);
      let isOpen = true;
      const entry: Entry = {
        dismiss,
        markArrived: () => void load.arriving.delete(entry),
        markLingering: () => void (isOpen && load.arriving.add(entry)),
        end() {
          if (!isOpen) return;
          isOpen = false;
          load.arriving.delete(entry);
          load.open -= 1;
          if (load.open === 0) loads.delete(address);
        },
      };
      load.arriving.add(entry);
      return entry;
    },
  };
}

function dismissOldest({ arriving }: Load): boolean {
  const [oldest] = arriving;
  if (!oldest) return false;
  oldest.end();
  oldest.dismiss();
  return true;
}
