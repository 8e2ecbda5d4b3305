// The time of the gateway: that of the page as it was rendered, and of every answer since then. In
// between the device only measures how much time has passed, because its own time may be wrong. The
// clock of a sandbox may be moved at any moment.

export type GatewayClock = ReturnType<typeof createGatewayClock>;

/** The header has whole seconds and an answer takes a while, so smaller differences are ignored. */
const TOLERANCE_MS = 2_000;

export function createGatewayClock(renderedMs: number, elapsedMs: () => number) {
  let aheadMs = renderedMs - elapsedMs();
  const now = (): number => elapsedMs() + aheadMs;
  return {
    now,
    /** Takes the header Date of an answer. */
    setTime: (date: string | null): void => {
      const dateMs = Date.parse(date ?? '');
      if (Math.abs(dateMs - now()) > TOLERANCE_MS) aheadMs = dateMs - elapsedMs();
    },
  };
}
