// `bramka keys rotate`: changes the key that signs access tokens. Tokens in use stay valid.

import type { Command } from 'commander';
import { gatewayUrl, operatorClient, operatorKey } from '../operator-client.ts';
import { withOperator, type OperatorOptions } from '../options.ts';
import { json } from '../print.ts';
import type { CommandContext } from '../context.ts';

export function addKeyCommands(program: Command, { env, print }: CommandContext): void {
  const keys = program
    .command('keys')
    .description('rotate the key that signs access tokens')
    .helpCommand(false);
  withOperator(keys.command('rotate'))
    .description('sign access tokens with a new key; tokens in use stay valid until they expire')
    .action(async (options: OperatorOptions) => {
      const url = gatewayUrl(options.url, env);
      const rotated = await operatorClient(url, operatorKey(options.key, env)).rotateKeys();
      print(
        options.json ? json(rotated) : `Access tokens are now signed with key ${rotated.keyId}.\n`,
      );
    });
}
