// `npm run dev`: runs the sandbox and starts it again after every change of its sources. Types are
// checked in the background, and pages in browsers load themselves again.

import { join, relative } from 'node:path';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { folders, gatherChanges, needOf } from './changes.ts';
import { keepChecking } from './check-types.ts';
import { spawnServer, type ServerProcess } from './server-process.ts';
import { watchFolder } from './watch-folder.ts';

const root = join(import.meta.dirname, '../../..');
const QUIET_MS = 60;
const NEXT = 'the next change tries again';

const print = (text: string): void => void process.stdout.write(`[dev] ${text}\n`);
const changes = gatherChanges(systemClock, QUIET_MS);
const unchecked = gatherChanges(systemClock, QUIET_MS);
const ending = new AbortController();
const servers = new Set<ServerProcess>();
let current: ServerProcess | undefined;
let isFirst = true;

/**
 * The running sandbox works until the new sources are loaded; then its database is closed. A change
 * that needs another restart gives up the new process, which may never get ready.
 */
async function restart(sinceMs: number): Promise<void> {
  const next = spawnServer(root);
  servers.add(next);
  void next.ended.then(() => {
    servers.delete(next);
    if (next !== current) return;
    current = undefined;
    print(`the sandbox has ended; ${NEXT}`);
  });
  const changed = changes.needsRestart().then(() => 'changed' as const);
  const loaded = await Promise.race([next.loaded, changed]);
  if (loaded === 'changed') return next.stop(0);
  if (!loaded) {
    const still = current ? 'the sandbox runs the code from before the change; ' : '';
    return print(`the sources cannot be loaded; ${still}${NEXT}`);
  }
  const previous = current;
  current = undefined;
  await previous?.stop();
  current = next;
  const answer = await Promise.race([next.order('start'), changed]);
  if (answer === 'changed' || answer?.kind !== 'started') return;
  if (isFirst) process.stdout.write(answer.banner);
  print(`${isFirst ? 'started' : 'restarted'} in ${secondsSince(sinceMs)}: ${answer.url}/`);
  isFirst = false;
}

async function rebuildPage(server: ServerProcess, sinceMs: number): Promise<void> {
  const answer = await server.order('page');
  if (answer?.kind !== 'page') return;
  print(answer.problem ?? `payment page built in ${secondsSince(sinceMs)}`);
}

function secondsSince(sinceMs: number): string {
  return `${((systemClock.monotonicMs() - sinceMs) / 1000).toFixed(1)} s`;
}

async function work(): Promise<never> {
  for (const folder of folders) {
    watchFolder(join(root, folder), (path) => changes.add(relative(root, path)));
  }
  await restart(systemClock.monotonicMs());
  void keepChecking(root, unchecked, print, ending.signal);
  for (;;) {
    const paths = await changes.next();
    const sinceMs = systemClock.monotonicMs();
    const more = paths.length > 1 ? ` and ${String(paths.length - 1)} more` : '';
    print(`changed: ${String(paths[0])}${more}`);
    const need = needOf(paths);
    if (need === 'page' && current) await rebuildPage(current, sinceMs);
    else if (need !== 'types') await restart(sinceMs);
    for (const path of paths) unchecked.add(path);
  }
}

/** Ctrl-C may arrive twice: from the terminal and from npm. */
async function end(): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  current = undefined;
  await Promise.all([...servers].map((server) => server.stop()));
  process.exit();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
// The terminal may have been closed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
if (process.env['BRAMKA_ENV'] === 'production') {
  process.stderr.write('npm run dev runs a sandbox; unset BRAMKA_ENV\n');
  process.exit(1);
}
await work();
