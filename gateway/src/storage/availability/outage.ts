// One outage of the database as seen by this process: it begins with the first lost connection and
// ends when the journal can write again. Each end of it is told once, however many connections,
// requests and jobs it costs.

/** After an outage, statements that hung on the old server still fail for about this long. */
const ECHO_MS = 10_000;

export interface OutageParts {
  readonly monotonicMs: () => number;
  readonly onBegin?: (reason: string) => void;
  readonly onEnd?: (lastedMs: number, losses: number) => void;
}

export interface Outage {
  /** A connection was lost or could not be made. */
  lost(error: Error): void;
  /** The journal was found unable to write. */
  confirm(reason: string): void;
  /** The journal was found able to write. */
  over(): void;
  readonly isOn: boolean;
  /** Whether it is to be found out if the journal can write. */
  readonly needsCheck: boolean;
  /** How many outages have begun; connections of an earlier count are not used again. */
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
    lost(error) {
      losses += 1;
      isSuspected = true;
      const isEcho = endedMs !== undefined && parts.monotonicMs() - endedMs < ECHO_MS;
      if (!isEcho) begin(reasonOf(error));
    },
    confirm: begin,
    over() {
      isSuspected = false;
      if (beganMs === undefined) return;
      endedMs = parts.monotonicMs();
      parts.onEnd?.(endedMs - beganMs, losses);
      beganMs = undefined;
      losses = 0;
    },
    get isOn() {
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

/** The sentence of the innermost cause that has one: what the server or the socket said. */
function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  const deeper = inner instanceof Error ? reasonOf(inner) : '';
  return deeper === '' ? error.message : deeper;
}
