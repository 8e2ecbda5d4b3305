// `bramka paywall`: the payment page as a process of its own, which knows only the address of the
// gateway.

import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { wrappedTable } from '../../print.ts';
import { serveUntilStopped } from '../../start/serve-until-stopped.ts';

const help = `
\`bramka start\` serves the payment page itself. With this command it is a process of
its own: let the proxy send /pay/ to it, and /pay/logo/ to the gateway, under the
public URL of the gateway. The gateway must trust it as a proxy.

Environment variables (default):
${wrappedTable(
  [
    [
      'BRAMKA_GATEWAY_URL',
      'address of the gateway, required; in production https://, or on the same machine',
    ],
    ['HOST', 'address to listen on (127.0.0.1)'],
    ['PORT', 'port to listen on (8090)'],
    ['BRAMKA_ENV', 'sandbox or production; sandbox also allows banks without TLS (sandbox)'],
    [
      'BRAMKA_TRUST_PROXY',
      "true: a proxy in front of the page names the customer's address (false)",
    ],
  ],
  '  ',
)}
It runs until SIGTERM or Ctrl-C.

Example:
  BRAMKA_TRUST_PROXY=true bramka start
  BRAMKA_GATEWAY_URL=http://127.0.0.1:8080 bramka paywall`;

export function addPaywallCommand(program: Command, context: CommandContext): void {
  program
    .command('paywall')
    .description('run the payment page as a process of its own')
    .addHelpText('after', help)
    .action(async () => {
      const { servePage } = await import('@bramka/paywall/serve.ts');
      await serveUntilStopped(
        context,
        'the payment page',
        () => servePage(context.env),
        ({ url }) => `The payment page listens on ${url}\n`,
      );
    });
}
