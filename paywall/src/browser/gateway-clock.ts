// The time of the gateway: that of the page as it was rendered, and of every answer since then. In
// between the device only measures how much time has passed, because its own time may be wrong. The
// clock of a sandbox may be moved at any moment.

export interface GatewayClock {
  readonly now: () => number;
  /** The header Date of an answer. */
  readonly hear: (date: string | null) => void;
}

/** The header has whole seconds, and an answer takes a while: a smaller difference is none. */
const TOLERANCE_MS = 2_000;

export function createGatewayClock(renderedMs: number, elapsedMs: () => number): GatewayClock {
  let aheadMs = renderedMs - elapsedMs();
  const now = (): number => elapsedMs() + aheadMs;
  return {
    now,
    hear(date) {
      const heardMs = Date.parse(date ?? '');
      if (Math.abs(heardMs - now()) > TOLERANCE_MS) aheadMs = heardMs - elapsedMs();
    },
  };
}
