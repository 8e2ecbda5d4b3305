// Loaded first by the processes of test files: at the exit it writes down how much processor time
// the process took, with all processes that it started and that have ended. CommonJS, because a
// module would be loaded before the test runner is ready.
const { appendFileSync, readFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const TICKS_PER_SECOND = 100;

/** Seconds so far, from Linux; undefined on other systems. */
function processorSeconds() {
  try {
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    // User and system time of the process, then of its children.
    const times = fields.split(' ').slice(11, 15).map(Number);
    return times.reduce((sum, time) => sum + time, 0) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** Adds a line to the file that the run has named; a test file that runs alone writes nothing. */
function writeProcessorTime(name, seconds) {
  const file = process.env.BRAMKA_TEST_PROCESSOR_TIMES;
  if (file === undefined || seconds === undefined) return;
  try {
    appendFileSync(file, `${JSON.stringify([name, seconds])}\n`);
  } catch {
    // The run has ended already.
  }
}

const isTestFile = isMainThread && process.env.NODE_TEST_CONTEXT !== undefined;
if (isTestFile) process.once('exit', () => writeProcessorTime(process.argv[1], processorSeconds()));

module.exports = { processorSeconds, writeProcessorTime };
