// What a command touches of its process: the environment it was started with and where it prints.
// `main.ts` makes it, and every command is handed it.

import type { Env } from './operator-client.ts';

export interface Surface {
  readonly env: Env;
  readonly say: (text: string) => void;
  /** Makes the exit code 1, without a further word. */
  readonly fail: () => void;
}
