// The process of the `bramka` command: hands its environment and its output to the command,
// and ends with the command's exit code.

import { runCommand } from './program.ts';

const code = await runCommand(process.argv.slice(2), {
  env: process.env,
  say: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
// After a failure nothing may keep the process alive, such as a connection that is still open.
if (code !== 0) process.exit(code);
