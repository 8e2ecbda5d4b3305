// `bramka start`: the gateway with its simulated world in one process, on the embedded database
// unless DATABASE_URL says otherwise. In production there is no simulated world.

import type { Command } from 'commander';
import { variables } from '@bramka/gateway/config.ts';
import { table } from '../print.ts';
import type { Surface } from '../surface.ts';

const variableHelp = `
Environment variables (default):
${table(
  variables.map(([name, fallback, meaning]) => [
    name,
    fallback === '' ? meaning : `${meaning} (${fallback})`,
  ]),
  '  ',
)}
It runs until SIGTERM or Ctrl-C, then finishes what is under way and exits with 0.
What keeps it from starting is told in one sentence, with exit code 1.`;

export function addStartCommand(program: Command, surface: Surface): void {
  program
    .command('start')
    .description(
      'run the gateway, in the sandbox with simulated acquirer, directory servers and bank',
    )
    .addHelpText('after', variableHelp)
    .action(async () => {
      const { start } = await import('../start/start.ts');
      await start(surface);
    });
}
