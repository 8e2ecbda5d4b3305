// `bramka credentials …`: sets, lists and removes the credentials of a merchant at providers,
// through the operator API of a running gateway.

import type { Command } from 'commander';
import type { ProviderCredentials } from '@bramka/client/src/operator.ts';
import { operatorClient } from '../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../api/options.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { cell, json, table } from '../print.ts';
import { readTextFile } from './wallets/credential-files.ts';

const help = `
A value that begins with @ is read from a file, so that a secret is not in the
history of the shell; @/dev/stdin reads what is piped in.

Examples:
  bramka credentials set 20000001 plain key=@acquirer.key
  bramka credentials set 20000001 BM serviceId=123456 key=@bm.key hashMethod=SHA256
  bramka credentials list 20000001
  bramka credentials remove 20000001 plain`;

export function addProviderCredentialCommands(
  program: Command,
  { env, print }: CommandContext,
): void {
  const credentials = addGroup(
    program,
    'credentials',
    'set, list and remove the own credentials of merchants at providers',
    help,
  );

  withOperator(credentials.command('set <mid> <provider> <field=value...>'))
    .description('set all credentials of a merchant at a provider')
    .addHelpText('after', help)
    .action(async (mid: string, provider: string, pairs: string[], options: OperatorOptions) => {
      const fields = Object.fromEntries(pairs.map(readPair));
      const set = await operatorClient(options, env).credentials.set(mid, provider, { fields });
      print(options.json ? json(set) : `The credentials are set.\n${listText([set])}`);
    });

  withOperator(credentials.command('list <mid>'))
    .description('list the credentials of a merchant, without their values')
    .action(async (mid: string, options: OperatorOptions) => {
      const found = await operatorClient(options, env).credentials.list(mid);
      print(options.json ? json(found) : listText(found.credentials));
    });

  withOperator(credentials.command('remove <mid> <provider>'))
    .description('let a merchant use the credentials of the gateway again')
    .action(async (mid: string, provider: string, options: OperatorOptions) => {
      const removed = await operatorClient(options, env).credentials.remove(mid, provider);
      print(options.json ? json(removed) : `The credentials are removed.\n${listText([removed])}`);
    });
}

/** The message does not repeat the word, which may be a secret. */
function readPair(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  if (at < 1) throw new Failure('each field is given as name=value or name=@file');
  const [name, value] = [word.slice(0, at), word.slice(at + 1)];
  return [name, value.startsWith('@') ? readTextFile(value.slice(1)).trim() : value];
}

function listText(found: readonly ProviderCredentials[]): string {
  if (found.length === 0) return 'The merchant uses the credentials of the gateway.\n';
  const rows = found.map((one) => [
    one.provider,
    cell(one.account),
    one.fields.join(', '),
    String(one.version),
    one.changedAt,
    one.usedFrom,
    cell(one.usedUntil),
  ]);
  const head = ['PROVIDER', 'ACCOUNT', 'FIELDS', 'VERSION', 'SET', 'USED FROM', 'UNTIL'];
  return table([head, ...rows]);
}
