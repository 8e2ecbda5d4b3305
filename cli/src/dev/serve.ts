// The sandbox as a process of `npm run dev`. It loads the sources, starts or builds the payment
// page again when it is told to, and stops when the connection to its parent ends.

import { flushCompileCache } from 'node:module';
import { stopOnSignals } from '@bramka/gateway/run.ts';
import { rebuildPage } from '@bramka/paywall/build.ts';
import { start } from '../start/start.ts';
import { liveReload } from './live-reload.ts';

/** What it answers to its parent: to being started, to `start` and to `page`. */
export type Answer =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'started'; readonly banner: string; readonly url: string }
  | { readonly kind: 'page'; readonly problem: string | null };

export type Order = 'start' | 'page';

let builds = 0;
let url = '';

const answer = (text: Answer): void => void process.send?.(text, () => undefined);

async function build(): Promise<string | null> {
  try {
    await rebuildPage();
    builds += 1;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The sandbox closes its database before it ends, also when the parent was killed. */
const stop = (): void => void process.kill(process.pid, 'SIGTERM');

process.on('message', (order: Order) => {
  if (order === 'page') void build().then((problem) => answer({ kind: 'page', problem }));
  if (order !== 'start') return;
  void start({
    env: process.env,
    print: (banner) => answer({ kind: 'started', banner, url }),
    printError: (text) => void process.stderr.write(text),
    setFailed: () => process.exit(1),
    serve(launched) {
      url = launched.url;
      stopOnSignals(launched);
      if (process.connected) process.once('disconnect', stop);
      else stop();
    },
    addToSandbox: liveReload(() => `${String(performance.timeOrigin)}.${String(builds)}`),
    // The next process is loaded while this one still runs.
  }).then(flushCompileCache);
});

// A terminal that was closed must not end the process before its database is closed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
answer({ kind: 'loaded' });
