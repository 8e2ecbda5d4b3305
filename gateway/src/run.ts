// How the process of a gateway starts and ends: one clear sentence for each problem when it cannot
// start; a drain and exit code 0 on SIGTERM or SIGINT.

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

/** Drains and exits with 0 on SIGTERM or SIGINT; a second signal exits at once with 1. */
export function stopOnSignals(launched: Launched): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    launched.logger.info({ signal }, 'stopping');
    const limit = AbortSignal.timeout(DRAIN_LIMIT_MS);
    limit.addEventListener('abort', () => process.exit(1));
    void launched.close().then(
      () => process.exit(0),
      (error: unknown) => {
        launched.logger.error({ err: error }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
