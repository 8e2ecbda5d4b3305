// `bramka start`: runs the gateway, in the sandbox together with the simulated providers in one
// process, on the embedded database unless DATABASE_URL is set.

import type { Command } from 'commander';
import { listVariables } from '@bramka/gateway/config.ts';
import type { CommandContext } from '../../context.ts';
import { wrappedTable } from '../../print.ts';

const help = `
Environment variables (default):
${wrappedTable(
  listVariables().map(([name, fallback, meaning]) => [
    name,
    fallback === '' ? meaning : `${meaning} (${fallback})`,
  ]),
  '  ',
)}
The gateway runs until SIGTERM or Ctrl-C; it then finishes the requests in
progress and exits with 0. If it cannot start, it prints every problem it found,
one sentence each, and exits with 1. \`bramka doctor\` checks without starting.

Examples:
  bramka start
  PORT=8090 BRAMKA_DATA_DIR=/tmp/second bramka start
  DATABASE_URL=postgres://bramka@localhost/bramka bramka start`;

export function addStartCommand(program: Command, context: CommandContext): void {
  program
    .command('start')
    .description('run the gateway (in the sandbox with simulated acquirer and banks)')
    .addHelpText('after', help)
    .action(async () => {
      const { start } = await import('../../start/start.ts');
      await start(context);
    });
}
