// `bramka credentials …`: sets, lists and removes the credentials of a merchant at providers,
// through the operator API of a running gateway.

import type { Command } from 'commander';
import { call, type Call } from '../call.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { gatewayUrl, operatorKey } from '../operator-client.ts';
import { withOperator, type OperatorOptions } from '../options.ts';
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

interface CredentialsReply {
  readonly provider: string;
  readonly account?: string;
  readonly fields: readonly string[];
  readonly version: number;
  readonly changedAt: string;
  readonly usedFrom: string;
  readonly usedUntil?: string;
}

export function addProviderCredentialCommands(
  program: Command,
  { env, print }: CommandContext,
): void {
  const send = <Reply>(options: OperatorOptions, request: Call): Promise<Reply> =>
    call(gatewayUrl(options.url, env), { ...request, bearer: operatorKey(options.key, env) });
  const credentials = program
    .command('credentials')
    .description('set, list and remove the own credentials of merchants at providers')
    .helpCommand(false)
    .addHelpText('after', help);

  withOperator(credentials.command('set <mid> <provider> <field=value...>'))
    .description('set all credentials of a merchant at a provider')
    .addHelpText('after', help)
    .action(async (mid: string, provider: string, pairs: string[], options: OperatorOptions) => {
      const body = { fields: Object.fromEntries(pairs.map(readPair)) };
      const request = { method: 'PUT', path: pathOf(mid, provider), body } as const;
      const set = await send<CredentialsReply>(options, request);
      print(options.json ? json(set) : `The credentials are set.\n${listText([set])}`);
    });

  withOperator(credentials.command('list <mid>'))
    .description('list the credentials of a merchant, without their values')
    .action(async (mid: string, options: OperatorOptions) => {
      const found = await send<{ credentials: CredentialsReply[] }>(options, { path: pathOf(mid) });
      print(options.json ? json(found) : listText(found.credentials));
    });

  withOperator(credentials.command('remove <mid> <provider>'))
    .description('let a merchant use the credentials of the gateway again')
    .action(async (mid: string, provider: string, options: OperatorOptions) => {
      const request = { method: 'DELETE', path: pathOf(mid, provider) } as const;
      const removed = await send<CredentialsReply>(options, request);
      print(options.json ? json(removed) : `The credentials are removed.\n${listText([removed])}`);
    });
}

function pathOf(mid: string, provider?: string): string {
  const path = `/v1/admin/merchants/${encodeURIComponent(mid)}/credentials`;
  return provider === undefined ? path : `${path}/${encodeURIComponent(provider)}`;
}

/** The message does not repeat the word, which may be a secret. */
function readPair(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  if (at < 1) throw new Failure('each field is given as name=value or name=@file');
  const [name, value] = [word.slice(0, at), word.slice(at + 1)];
  return [name, value.startsWith('@') ? readTextFile(value.slice(1)).trim() : value];
}

function listText(found: readonly CredentialsReply[]): string {
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
