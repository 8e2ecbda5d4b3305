// Runs clean-up when this process ends in any way: normal exit, a signal of the test runner,
// Ctrl-C. Without it a terminated test file would leave its gateways running. A test file in which
// a test failed ends after its last test, whatever that test has left running.
import { after, afterEach } from 'node:test';

type Work = () => void;

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const waiting = new Set<Work>();

/** Returns a function that cancels the clean-up. */
export function runAtExit(work: Work): () => void {
  listen();
  waiting.add(work);
  return () => void waiting.delete(work);
}

let handlesSignals = true;

/** For a process that handles signals itself: a signal then does not exit at once. */
export function leaveSignalsToTheProcess(): void {
  handlesSignals = false;
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    // Last started, first stopped.
    for (const work of [...waiting].reverse()) work();
  });
  if (!handlesSignals) return;
  for (const [name, number] of Object.entries(signals)) {
    // Shell convention: 128 plus the signal number.
    process.once(name, () => process.exit(128 + number));
  }
}

/** For the hooks of the file, which stop its gateways. */
const END_LIMIT_MS = 3000;

// Loaded before the first test of a file, so the hooks belong to all its tests.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  let hasFailed = false;
  afterEach((context) => {
    hasFailed ||= 'passed' in context && !context.passed;
  });
  after(() => {
    if (hasFailed) setTimeout(() => process.exit(1), END_LIMIT_MS).unref();
  });
}
