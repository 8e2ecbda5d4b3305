// How the process of a gateway starts and ends: one clear sentence for each problem when it cannot
// start; a drain and exit code 0 when it is stopped.

import { systemClock, type Clock } from './core/clock.ts';
import { asCannotStart, CannotStart, type Launched } from './launch.ts';

const DRAIN_LIMIT_MS = 30_000;

/**
 * Undefined when it cannot start for a reason that the operator can fix; each reason is one line.
 */
export async function startOrExplain(
  start: () => Promise<Launched>,
  complain: (text: string) => void,
): Promise<Launched | undefined> {
  try {
    return await start();
  } catch (error) {
    const reason = asCannotStart(error);
    if (!(reason instanceof CannotStart)) throw error;
    for (const sentence of reason.message.split('\n')) {
      complain(`bramka cannot start: ${sentence}\n`);
    }
    return undefined;
  }
}

/** npm passes on a Ctrl-C that the terminal has sent to all its processes already. */
const SAME_SIGNAL_MS = 1000;

/** The parts of the process that are used here. */
export interface Host {
  on(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: (signal: string) => void): unknown;
  exit(code: number): void;
}

/**
 * Drains and exits with 0 on SIGTERM, SIGINT, or when the terminal is closed; another signal a
 * second later or more exits at once with 1.
 */
export function stopOnSignals(
  launched: Pick<Launched, 'logger' | 'close'>,
  host: Host = process,
  { monotonicMs }: Pick<Clock, 'monotonicMs'> = systemClock,
): void {
  let stoppingSince: number | undefined;
  const stop = (signal: string): void => {
    if (stoppingSince !== undefined) {
      if (monotonicMs() - stoppingSince >= SAME_SIGNAL_MS) host.exit(1);
      return;
    }
    stoppingSince = monotonicMs();
    launched.logger.info({ signal }, 'stopping');
    const limit = AbortSignal.timeout(DRAIN_LIMIT_MS);
    limit.addEventListener('abort', () => host.exit(1));
    void launched.close().then(
      () => host.exit(0),
      (error: unknown) => {
        launched.logger.error({ err: error }, 'stopped with an error');
        host.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) host.on(signal, stop);
}
