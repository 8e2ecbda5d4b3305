// `bramka sandbox`: only the simulated providers, as a process of its own, for a gateway that calls
// them over HTTP as it calls real ones.

import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { table, wrappedTable } from '../../print.ts';
import { serveUntilStopped } from '../../start/serve-until-stopped.ts';

const help = `
\`bramka start\` has the simulated providers inside. With this command they are a
process of its own, which a gateway calls over HTTP, as it calls real providers.

Environment variables (default):
${wrappedTable(
  [
    ['HOST', 'address to listen on (127.0.0.1)'],
    ['PORT', 'port to listen on (8081)'],
    ['BRAMKA_SANDBOX_URL', 'URL under which browsers reach its pages (listen address)'],
    [
      'BRAMKA_GATEWAY_URLS',
      'comma-separated URLs of gateways elsewhere; no other host is called (this machine)',
    ],
    ['BRAMKA_DATA_DIR', 'directory of its database, not the one of the gateway (in memory)'],
    ['DATABASE_URL', 'its PostgreSQL database, instead of BRAMKA_DATA_DIR'],
    ['BRAMKA_SANDBOX_PROVIDERS', 'providers to simulate besides the usual ones, such as adyen'],
    ['BRAMKA_ACQUIRER_KEY', 'bearer key that its acquirer requires'],
    ['BRAMKA_TOKENS_KEY', 'bearer key that its token services require'],
    [
      'BRAMKA_TOKENS_SECRET_KEY',
      'secret shared with its token services, 32 bytes in base64 (known to all)',
    ],
  ],
  '  ',
)}
It runs until SIGTERM or Ctrl-C and never with BRAMKA_ENV=production.

Examples:
  bramka sandbox
  BRAMKA_ACQUIRER_URL=http://127.0.0.1:8081/acquirer \\
  BRAMKA_DS_URL=http://127.0.0.1:8081/directory/{organization} bramka start`;

export function addSandboxCommand(program: Command, context: CommandContext): void {
  program
    .command('sandbox')
    .description('run only the simulated providers, for a gateway in another process')
    .addHelpText('after', help)
    .action(async () => {
      const { serveSandbox } = await import('@bramka/sandbox/serve.ts');
      await serveUntilStopped(
        context,
        'the sandbox',
        () => serveSandbox(context.env, tellFailure(context)),
        ({ url, parties }) => {
          const rows = parties.map(({ name, meaning }) => [`${url}/${name}`, meaning]);
          return `The simulated providers listen (sandbox only):\n${table(rows, '  ')}`;
        },
      );
    });
}

function tellFailure({ printError }: CommandContext) {
  return (job: string, error: unknown): void => {
    const why = error instanceof Error ? error.message : String(error);
    printError(`bramka: the job ${job} failed and will be retried: ${why}\n`);
  };
}
