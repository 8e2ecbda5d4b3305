// `bramka migrate`: applies the missing migrations, shows what they will lock, or how far they are.

import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import type { MigrateOptions } from '../../migrate/migrate-options.ts';

const help = `
It reads the same environment variables as \`bramka start\`. By default each node
applies missing migrations when it starts; with BRAMKA_MIGRATE=off this command
does, and a node does not start before.
Nodes of the version before keep working meanwhile. A migration that gets no lock
is repeated for five minutes; who holds it is printed.

Examples:
  bramka migrate --plan
  bramka migrate
  bramka migrate --status`;

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('apply the missing migrations of the database')
    .option('--plan', 'change nothing; show what each statement locks, and about how long')
    .option('--status', 'change nothing; show what is missing and how far backfills are')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(async (options: MigrateOptions) => {
      const { runMigrate } = await import('../../migrate/run-migrate.ts');
      await runMigrate(context, options);
    });
}
