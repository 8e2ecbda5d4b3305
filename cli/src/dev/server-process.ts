// The process of the sandbox as its parent sees it. It has its own process group, so that Ctrl-C
// reaches only the parent, which then stops it once.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startTimer } from '@bramka/gateway/core/clock.ts';
import type { Answer, Order } from './serve.ts';

const STOP_LIMIT_MS = 5_000;
/** Optimizing the code of the embedded database takes longer than a short run gains from it. */
const flags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

export interface ServerProcess {
  /** The first answer: undefined if the sources cannot be loaded. */
  readonly loaded: Promise<Answer | undefined>;
  /** Gives an order; undefined if the process ends instead of answering. */
  order(order: Order): Promise<Answer | undefined>;
  readonly ended: Promise<unknown>;
  /** Resolves when it has ended. What does not end in time is killed. */
  stop(limitMs?: number): Promise<void>;
}

export function spawnServer(root: string): ServerProcess {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'serve.ts')], {
    cwd: root,
    env: {
      BRAMKA_LOG_LEVEL: 'warn',
      ...process.env,
      // Compiled code is valid only for processes with the same flags.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/bramka-dev/compiled'),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const nextAnswer = (): Promise<Answer | undefined> => {
    const answered = once(child, 'message').then(([answer]) => answer as Answer);
    return Promise.race([answered, ended.then(() => undefined)]);
  };
  return {
    loaded: nextAnswer(),
    order(order) {
      const answered = nextAnswer();
      child.send(order, () => undefined);
      return answered;
    },
    ended,
    async stop(limitMs = STOP_LIMIT_MS) {
      if (child.connected) child.disconnect();
      const cancel = startTimer(limitMs, () => child.kill('SIGKILL'));
      await ended;
      cancel();
    },
  };
}
