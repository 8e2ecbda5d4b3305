// Work that is done when this process ends, however that comes: at its end, by a signal of the test
// runner, by Ctrl-C. Without it a test file that is told to end leaves its gateways running.

type Work = () => void;

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const waiting = new Set<Work>();

/** Answers how to take the work back. */
export function runAtExit(work: Work): () => void {
  listen();
  waiting.add(work);
  return () => void waiting.delete(work);
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    // What was started last ends first.
    for (const work of [...waiting].reverse()) work();
  });
  for (const [name, number] of Object.entries(signals)) {
    // As a shell tells it: 128 and the number of the signal.
    process.once(name, () => process.exit(128 + number));
  }
}
