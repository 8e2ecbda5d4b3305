// The process of the `bramka` command: passes its environment and its outputs to the command and
// exits with the code of the command.

import { runCommand } from './program.ts';
import { wrappedLines } from './print.ts';

// `bramka … | head` closes the pipe early. The command continues; only its output is dropped.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Ctrl-C ends a command that listens; all others end at once, as usual. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  return stop.signal;
}

const code = await runCommand(process.argv.slice(2), {
  env: process.env,
  stopSignal,
  print: (text) => void process.stdout.write(text),
  // A log keeps every message on one line.
  printError: (text) => void process.stderr.write(process.stderr.isTTY ? wrappedLines(text) : text),
});
// After a failure, a connection that is still open must not keep the process alive.
if (code !== 0) process.exit(code);
