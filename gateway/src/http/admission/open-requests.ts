// How many requests one address may have open at a time, from their headers to the end of their
// answer. When an address has too many, its request that has been arriving for longest makes way:
// slow senders cannot keep other clients of their address out.

import { Refusal } from '../../core/refusals.ts';

export interface OpenRequest {
  /** The body is complete, or none will be read: from now on it cannot be made to make way. */
  arrived(): void;
  /** It was answered before its body was complete: it may make way again. */
  lingers(): void;
  /** The answer is sent and the body has arrived, or the connection is gone. */
  end(): void;
}

export interface OpenRequests {
  /**
   * `dismiss` ends the connection of a request that makes way. Refuses when none of the address
   * can; `isExempt` requests are counted but never refused.
   */
  begin(address: string, dismiss: () => void, isExempt: boolean): OpenRequest;
}

interface Load {
  open: number;
  /** Still arriving, the longest first. */
  readonly arriving: Set<Entry>;
}

interface Entry extends OpenRequest {
  readonly dismiss: () => void;
}

const RETRY_SECONDS = 1;

/** `most` 0 switches the limit off. */
export function openRequests(most: number): OpenRequests {
  const loads = new Map<string, Load>();
  return {
    begin(address, dismiss, isExempt) {
      const load = loads.get(address) ?? { open: 0, arriving: new Set<Entry>() };
      if (most > 0 && load.open >= most && !makeWay(load) && !isExempt) {
        throw new Refusal('TOO_MANY_REQUESTS', [], RETRY_SECONDS);
      }
      load.open += 1;
      loads.set(address, load);
      let isOpen = true;
      const entry: Entry = {
        dismiss,
        arrived: () => void load.arriving.delete(entry),
        lingers: () => void (isOpen && load.arriving.add(entry)),
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

function makeWay({ arriving }: Load): boolean {
  const [oldest] = arriving;
  if (!oldest) return false;
  oldest.end();
  oldest.dismiss();
  return true;
}
