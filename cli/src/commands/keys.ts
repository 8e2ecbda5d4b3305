// `bramka keys rotate`: a new key signs access tokens from now on; nobody is logged out.

import type { Command } from 'commander';
import { gatewayUrl, operatorClient, operatorKey } from '../operator-client.ts';
import { withOperator, type OperatorOptions } from '../options.ts';
import { json } from '../print.ts';
import type { Surface } from '../surface.ts';

export function addKeyCommands(program: Command, { env, say }: Surface): void {
  const keys = program
    .command('keys')
    .description('the keys that sign access tokens')
    .helpCommand(false);
  withOperator(keys.command('rotate'))
    .description('sign with a new key from now on; tokens in use stay good until they expire')
    .action(async (options: OperatorOptions) => {
      const url = gatewayUrl(options.url, env);
      const made = await operatorClient(url, operatorKey(options.key, env)).rotateKeys();
      say(options.json ? json(made) : `Access tokens are signed with key ${made.keyId} now.\n`);
    });
}
