// An outage of the database as seen by this process: it starts with the first lost connection and
// ends when the journal can write again. Its start and its end are each reported once, however many
// connections, requests and jobs fail in between.

/**
 * After an outage, statements that were hanging on the old server still fail for about this long.
 */
const LATE_FAILURE_MS = 10_000;

interface OutageParts {
  readonly monotonicMs: () => number;
  readonly onBegin?: (reason: string) => void;
  readonly onEnd?: (lastedMs: number, losses: number) => void;
}

export interface Outage {
  /** Reports that a connection was lost or could not be made. */
  reportLoss(error: Error): void;
  /** Reports that the journal cannot write. */
  reportUnwritable(reason: string): void;
  /** Reports that the journal can write. */
  reportWritable(): void;
  readonly isActive: boolean;
  /** Whether somebody must check if the journal can write. */
  readonly needsCheck: boolean;
  /** How many outages have started. Connections from before the latest one are not used again. */
  readonly count: number;
}

export function createOutage(parts: OutageParts): Outage {
  let beganMs: number | undefined;
  let endedMs: number | undefined;
  let losses = 0;
  let isSuspected = false;
  let count = 0;
  const begin = (reason: string): void => {
    if (beganMs !== undefined) return;
    beganMs = parts.monotonicMs();
    count += 1;
    parts.onBegin?.(reason);
  };
  return {
    reportLoss(error) {
      losses += 1;
      isSuspected = true;
      const isLateFailure =
        endedMs !== undefined && parts.monotonicMs() - endedMs < LATE_FAILURE_MS;
      if (!isLateFailure) begin(reasonOf(error));
    },
    reportUnwritable: begin,
    reportWritable() {
      isSuspected = false;
      if (beganMs === undefined) return;
      endedMs = parts.monotonicMs();
      parts.onEnd?.(endedMs - beganMs, losses);
      beganMs = undefined;
      losses = 0;
    },
    get isActive() {
      return beganMs !== undefined;
    },
    get needsCheck() {
      return isSuspected || beganMs !== undefined;
    },
    get count() {
      return count;
    },
  };
}

/** The message of the innermost cause that has one: what the server or the socket reported. */
function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  const deeper = inner instanceof Error ? reasonOf(inner) : '';
  return deeper === '' ? error.message : deeper;
}
