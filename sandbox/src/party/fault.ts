// Injected faults as data: how a simulated party fails, for which calls, and how often.

export interface Fault {
  /** The name of the party. */
  readonly provider: string;
  /** The request arrives this much later. */
  readonly latencyMs?: number;
  /** The request is not processed and not answered. */
  readonly timeout?: boolean;
  /** The request is processed but not answered. */
  readonly dropAnswer?: boolean;
  /** The request is not processed and is answered with status 503. */
  readonly outage?: boolean;
  /** The request is processed twice at the same time. */
  readonly duplicate?: boolean;
  /** The provider sends its callback twice at the same time. */
  readonly duplicateCallback?: boolean;
  /** The customer returns first; the provider's callback follows one second later. */
  readonly reorderCallback?: boolean;
  /** Which calls; absent: all. */
  readonly verbs?: readonly string[];
  /** The share of calls that are hit, above 0 and up to 1; absent: all. */
  readonly rate?: number;
  /** Determines which calls make up that share. */
  readonly seed?: number;
  /** How many more calls are hit; absent: unlimited. */
  readonly remaining?: number;
}

/** Faults of calls in either direction. */
export const wireEffects = ['latencyMs', 'timeout', 'dropAnswer', 'outage'] as const;
/** Faults of the messages that a party sends by itself. */
export const callbackEffects = ['duplicateCallback', 'reorderCallback'] as const;
export const effects = [...wireEffects, 'duplicate', ...callbackEffects] as const;
export type Effect = (typeof effects)[number];

/** The faults that are active on this node. */
export interface ActiveFaults {
  /** The first fault in the list that applies to this call, if any. */
  take(provider: string, verb: string): Promise<Fault | undefined>;
}

export const noFaults: ActiveFaults = { take: () => Promise.resolve(undefined) };
