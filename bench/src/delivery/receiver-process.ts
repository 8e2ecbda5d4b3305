// Runs the receiver of notifications in its own process, so that its processor time is not counted.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReceiverMessage } from './receiver.ts';

export interface Arrivals {
  /** When each event arrived first, in wall-clock milliseconds, by its id. */
  readonly firstMs: ReadonlyMap<string, number>;
  /** Requests that repeated an event. */
  readonly repeats: number;
}

export interface ReceiverProcess {
  readonly url: string;
  /** What has arrived since the last call. */
  take(): Promise<Arrivals>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<ReceiverProcess> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit');
  const message = async <K extends ReceiverMessage['kind']>(kind: K) => {
    const [received] = (await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('the receiver has ended'))),
    ])) as [ReceiverMessage];
    if (received.kind !== kind) throw new Error(`the receiver sent ${received.kind}`);
    return received as Extract<ReceiverMessage, { kind: K }>;
  };
  const { port } = await message('listening');
  return {
    url: `http://127.0.0.1:${String(port)}/notifications`,
    async take() {
      const answer = message('arrivals');
      child.send('take');
      const { firstMs, repeats } = await answer;
      return { firstMs: new Map(firstMs), repeats };
    },
    async stop() {
      kill();
      await exited;
      process.removeListener('exit', kill);
    },
  };
}
