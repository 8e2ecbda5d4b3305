// What a command touches of its process: the environment it was started with, where it prints, and
// what becomes of a gateway that it starts. `main.ts` makes it from the real process.

import type { Launched } from '@bramka/gateway/launch.ts';
import type { Env } from './operator-client.ts';

export interface Console {
  readonly env: Env;
  /** Prints to standard output. */
  readonly say: (text: string) => void;
  /** Prints to standard error. */
  readonly complain: (text: string) => void;
  /** Takes over a gateway that was started; absent: it runs until a signal stops the process. */
  readonly serve?: (launched: Launched) => void;
}

export interface Surface extends Console {
  /** Makes the exit code 1, without a further word. */
  readonly fail: () => void;
}
