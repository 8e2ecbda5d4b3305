// `bramka reset`: deletes the data of a running sandbox and returns its clock to real time.

import type { Command } from 'commander';
import { withGateway, type GatewayOptions } from '../api/options.ts';
import { callSandbox } from '../api/sandbox.ts';
import { json } from '../print.ts';
import type { CommandContext } from '../context.ts';

interface ResetOptions extends GatewayOptions {
  readonly keepMerchants?: boolean;
}

export function addResetCommand(program: Command, { env, print }: CommandContext): void {
  withGateway(program.command('reset'))
    .description('delete the payments, faults and merchants of a sandbox; return to real time')
    .option('--keep-merchants', 'keep all merchants')
    .action(async (options: ResetOptions) => {
      const body = options.keepMerchants ? { keepMerchants: true } : {};
      const request = { path: '/sandbox/reset', body };
      const reply = await callSandbox<{ now: string }>(options, env, request);
      const kept = options.keepMerchants
        ? 'merchants were kept'
        : 'the demo merchants were restored';
      print(
        options.json
          ? json(reply)
          : `The sandbox is empty; ${kept}. Its time is ${reply.now} (real time).\n`,
      );
    });
}
