// `bramka merchants …`: adds, lists, shows, changes and suspends merchants, rolls their secrets and
// revokes their access tokens, through the operator API of a running gateway.

import type { Command } from 'commander';
import type { AddedMerchant, Merchant } from '@bramka/client/src/operator.ts';
import { allMerchants, operatorClient } from '../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../api/options.ts';
import { Failure } from '../failure.ts';
import { cell, json, table, wrappedTable } from '../print.ts';
import { settingHelp, settingRows } from '../settings.ts';
import type { CommandContext } from '../context.ts';
import { readChangeWithLogo } from './merchant-page/logo-file.ts';
import { addPreviewCommand } from './merchant-page/preview.ts';

const settingsHelp = `
Settings (lists are comma-separated, methods=CARD,BLIK; an empty value clears;
page.logo=@logo.png reads a file):
${wrappedTable(settingHelp, '  ')}
Examples:
  bramka merchants add 20000001 --name "Flower shop" --set mcc=5992
  bramka merchants set 20000001 methods=CARD holdDays=7 settlement.afterDays=2
  bramka merchants set 20000001 status=SUSPENDED`;

export function addMerchantCommands(program: Command, { env, print }: CommandContext): void {
  const merchants = addGroup(
    program,
    'merchants',
    'add, list, show and change merchants, preview their page, roll secrets, revoke tokens',
  );

  withOperator(merchants.command('add <mid>'))
    .description('add a merchant and show its secrets, which are shown only once')
    .option('--name <name>', 'name shown to customers')
    .option('--set <key=value...>', 'initial settings')
    .addHelpText('after', settingsHelp)
    .action(async (mid: string, options: OperatorOptions & { name?: string; set?: string[] }) => {
      const { status, settings } = readChangeWithLogo(options.set ?? []);
      if (status !== undefined)
        throw new Failure(
          'a new merchant is always ACTIVE; change its status with `bramka merchants set`',
        );
      const named = options.name === undefined ? {} : { name: options.name };
      const request = { merchantId: mid, settings: { ...settings, ...named } };
      const added = await operatorClient(options, env).merchants.add(request);
      print(options.json ? json(added) : addedText(added));
    });

  withOperator(merchants.command('list'))
    .description('list all merchants')
    .action(async (options: OperatorOptions) => {
      const found = await allMerchants(operatorClient(options, env));
      print(options.json ? json(found) : listText(found));
    });

  withOperator(merchants.command('show <mid>'))
    .description('show one merchant with all its settings')
    .action(async (mid: string, options: OperatorOptions) => {
      const merchant = await operatorClient(options, env).merchants.get(mid);
      print(options.json ? json(merchant) : merchantText(merchant));
    });

  withOperator(merchants.command('set <mid> <key=value...>'))
    .description('change settings, suspend (status=SUSPENDED) or reactivate (status=ACTIVE)')
    .addHelpText('after', settingsHelp)
    .action(async (mid: string, pairs: string[], options: OperatorOptions) => {
      const { merchants: client } = operatorClient(options, env);
      const change = readChangeWithLogo(pairs);
      const before = options.json ? undefined : await client.get(mid);
      const merchant = await client.update(mid, change);
      print(before ? changeText(before, merchant) : json(merchant));
    });

  addPreviewCommand(merchants, { env, print });
  addSecretCommands(merchants, { env, print });
}

function addSecretCommands(
  merchants: Command,
  { env, print }: Pick<CommandContext, 'env' | 'print'>,
): void {
  withOperator(merchants.command('roll-secret <mid>'))
    .description('create a new API secret; the previous one stays valid until the next roll')
    .option('--notification', 'roll the secret that signs notifications instead')
    .option(
      '--drop-old',
      'revoke the older secrets and their access tokens at once, as after a leak',
    )
    .action(async (mid: string, options: OperatorOptions & RollOptions) => {
      const kind = options.notification === true ? 'NOTIFICATION' : 'API';
      const dropOld = options.dropOld === true;
      const request = { kind, dropOld } as const;
      const rolled = await operatorClient(options, env).merchants.rollSecret(mid, request);
      const secret = rolled.apiSecret ?? rolled.notificationSecret ?? '';
      print(options.json ? json(rolled) : rolledText(mid, kind, dropOld, secret));
    });

  withOperator(merchants.command('revoke-tokens <mid>'))
    .description('revoke all access tokens of a merchant, of its agents and payment pages')
    .action(async (mid: string, options: OperatorOptions) => {
      const merchant = await operatorClient(options, env).merchants.revokeTokens(mid);
      print(options.json ? json(merchant) : revokedText(mid));
    });
}

interface RollOptions {
  readonly notification?: boolean;
  readonly dropOld?: boolean;
}

function addedText({ merchant, ...secrets }: AddedMerchant): string {
  const { merchantId, settings, status } = merchant;
  const rows = [
    ['API secret', secrets.apiSecret],
    ['Notification secret', secrets.notificationSecret],
  ];
  const head = `Merchant ${merchantId} (${cell(settings.name)}) added, ${status}.`;
  return `${head}\n\n${table(rows, '  ')}\nThe secrets are shown only once; store them safely.\n`;
}

function listText(merchants: readonly Merchant[]): string {
  if (merchants.length === 0)
    return 'There are no merchants; add one with `bramka merchants add`.\n';
  const rows = merchants.map(({ merchantId, status, settings, createdAt }) => [
    merchantId,
    status,
    cell(settings.name),
    createdAt.slice(0, 10),
    cell(settings.methods),
  ]);
  return table([['MID', 'STATUS', 'NAME', 'ADDED', 'METHODS'], ...rows]);
}

/** What the operator can change, as it is shown. */
function rowsOf({ status, settings }: Merchant): [key: string, value: string][] {
  const values = settingRows(settings).map(([key, value]): [string, string] => [key, cell(value)]);
  return [['status', status], ...values];
}

/** Only what has changed, with the value before. */
function changeText(before: Merchant, after: Merchant): string {
  const old = new Map(rowsOf(before));
  const rows = rowsOf(after).flatMap(([key, value]) =>
    old.get(key) === value ? [] : [[key, `${old.get(key)} → ${value}`]],
  );
  const { merchantId: mid } = after;
  if (rows.length === 0) return `Nothing changed: merchant ${mid} had these values already.\n`;
  return `Merchant ${mid} changed:\n\n${table(rows, '  ')}`;
}

function merchantText(merchant: Merchant): string {
  const ages = (secrets: Merchant['secrets']): string =>
    `${secrets.length} valid, created ${secrets.map(({ createdAt }) => createdAt).join(' and ')}`;
  return table([
    ['MID', merchant.merchantId],
    ...rowsOf(merchant),
    ['API secrets', ages(merchant.secrets)],
    ['notification secrets', ages(merchant.notificationSecrets)],
    ['added', merchant.createdAt],
    ['changed', merchant.updatedAt],
  ]);
}

function revokedText(mid: string): string {
  return (
    `The access tokens of merchant ${mid} are revoked on every node within a second.\n` +
    'Its secrets stay valid; payment pages need a new link (POST …/restore).\n'
  );
}

function rolledText(mid: string, kind: string, dropOld: boolean, secret: string): string {
  const name = kind === 'API' ? 'API secret' : 'Notification secret';
  const before = dropOld
    ? 'The older secrets and their access tokens were revoked.'
    : 'The previous one stays valid until the next roll; --drop-old revokes it at once.';
  return (
    `Merchant ${mid} has a new secret.\n\n${table([[name, secret]], '  ')}\n` +
    `${before}\nThe new one is shown only once; store it safely.\n`
  );
}
