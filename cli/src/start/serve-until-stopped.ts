// Runs a server of a command until the user or a signal stops it; a server that cannot start ends
// the command with one sentence.

import { once } from 'node:events';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** `name` as in "the sandbox cannot start"; `announce` is printed once it can be stopped. */
export async function serveUntilStopped<T extends Served>(
  { print, stopSignal }: CommandContext,
  name: string,
  start: () => Promise<T>,
  announce: (served: T) => string,
): Promise<void> {
  const served = await start().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(`${name} cannot start: ${why}`, { cause: error });
  });
  const stop = stopSignal?.() ?? new AbortController().signal;
  print(announce(served));
  if (!stop.aborted) await once(stop, 'abort');
  await served.close();
}
