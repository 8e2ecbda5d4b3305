// `bramka reset`: empties a running sandbox and puts its clock back to real time.

import type { Command } from 'commander';
import { withGateway, type GatewayOptions } from '../options.ts';
import { json } from '../print.ts';
import { callSandbox } from '../sandbox-client.ts';
import type { Surface } from '../surface.ts';

interface ResetOptions extends GatewayOptions {
  readonly keepMerchants?: boolean;
}

export function addResetCommand(program: Command, { env, say }: Surface): void {
  withGateway(program.command('reset'))
    .description('empty a sandbox: payments, faults, merchants; the clock goes back to real time')
    .option('--keep-merchants', 'leave all merchants as they are')
    .action(async (options: ResetOptions) => {
      const body = options.keepMerchants ? { keepMerchants: true } : {};
      const asked = { method: 'POST', path: '/sandbox/reset', body } as const;
      const reply = await callSandbox<{ now: string }>(options, env, asked);
      const kept = options.keepMerchants ? 'merchants are kept' : 'the demo merchants are restored';
      say(options.json ? json(reply) : `The sandbox is empty, ${kept}; it is ${reply.now}.\n`);
    });
}
