// What a command uses of its process: the environment variables, the two outputs, the exit code,
// and who stops a gateway that it starts. Tests pass their own, so a command runs inside a test.

import type { AddPages } from '@bramka/gateway/http/pages/page-host.ts';
import type { Launched } from '@bramka/gateway/launch.ts';
import type { Env } from './api/options.ts';

export interface ProcessContext {
  readonly env: Env;
  /** Prints to standard output. */
  readonly print: (text: string) => void;
  /** Prints to standard error. */
  readonly printError: (text: string) => void;
  /** Takes over a started gateway; absent: it runs until a signal stops the process. */
  readonly serve?: (launched: Launched) => void;
  /** Adds routes and hooks to the server of a sandbox; never used in production. */
  readonly addToSandbox?: AddPages;
  /** Aborts when the user stops the command; absent: never. */
  readonly stopSignal?: () => AbortSignal;
}

export interface CommandContext extends ProcessContext {
  /** Makes the exit code 1; the command has already printed why. */
  readonly setFailed: () => void;
}
