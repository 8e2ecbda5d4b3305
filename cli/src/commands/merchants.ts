// `bramka merchants …`: add, list, show, change and suspend merchants, roll their secrets and
// revoke their access tokens, through the operator API of a running gateway.

import type { Command } from 'commander';
import { Failure } from '../failure.ts';
import {
  gatewayUrl,
  operatorClient,
  operatorKey,
  type Env,
  type MerchantReply,
  type OperatorClient,
} from '../operator-client.ts';
import { withOperator, type OperatorOptions } from '../options.ts';
import { cell, json, table } from '../print.ts';
import { readChange, settingHelp, settingRows } from '../settings.ts';
import type { Surface } from '../surface.ts';

const settingsHelp = `
Settings (lists with commas, such as methods=CARD,BLIK; nothing after = clears):
${table(settingHelp, '  ')}`;

export function addMerchantCommands(program: Command, { env, say }: Surface): void {
  const merchants = program
    .command('merchants')
    .description('add, list, show and change merchants, roll their secrets, revoke their tokens')
    .helpCommand(false);

  withOperator(merchants.command('add <mid>'))
    .description('add a merchant; its secrets are shown this once')
    .option('--name <name>', 'name shown to customers')
    .option('--set <key=value...>', 'settings to begin with')
    .addHelpText('after', settingsHelp)
    .action(async (mid: string, options: OperatorOptions & { name?: string; set?: string[] }) => {
      const { status, settings } = readChange(options.set ?? []);
      if (status !== undefined) throw new Failure('a new merchant is ACTIVE; set status later');
      const named = options.name === undefined ? {} : { name: options.name };
      const added = await clientOf(options, env).add(mid, { ...settings, ...named });
      say(options.json ? json(added) : addedText(added.merchant, added));
    });

  withOperator(merchants.command('list'))
    .description('list all merchants')
    .action(async (options: OperatorOptions) => {
      const found = await clientOf(options, env).list();
      say(options.json ? json(found) : listText(found));
    });

  withOperator(merchants.command('show <mid>'))
    .description('show one merchant with all its settings')
    .action(async (mid: string, options: OperatorOptions) => {
      const merchant = await clientOf(options, env).read(mid);
      say(options.json ? json(merchant) : merchantText(merchant));
    });

  withOperator(merchants.command('set <mid> <key=value...>'))
    .description('change settings; status=SUSPENDED suspends, status=ACTIVE takes back')
    .addHelpText('after', settingsHelp)
    .action(async (mid: string, pairs: string[], options: OperatorOptions) => {
      const merchant = await clientOf(options, env).change(mid, readChange(pairs));
      say(options.json ? json(merchant) : merchantText(merchant));
    });

  withOperator(merchants.command('roll-secret <mid>'))
    .description('make a new API secret; the one before it stays live until the next roll')
    .option('--notification', 'the secret that signs notifications instead')
    .option('--drop-old', 'end the older secret and its access tokens at once, as after a leak')
    .action(async (mid: string, options: OperatorOptions & RollOptions) => {
      const kind = options.notification === true ? 'NOTIFICATION' : 'API';
      const dropOld = options.dropOld === true;
      const rolled = await clientOf(options, env).roll(mid, kind, dropOld);
      const secret = rolled.apiSecret ?? rolled.notificationSecret ?? '';
      say(options.json ? json(rolled) : rolledText(mid, kind, dropOld, secret));
    });

  withOperator(merchants.command('revoke-tokens <mid>'))
    .description('revoke all access tokens, those of agents and of payment pages included')
    .action(async (mid: string, options: OperatorOptions) => {
      const merchant = await clientOf(options, env).revokeTokens(mid);
      say(options.json ? json(merchant) : revokedText(mid));
    });
}

interface RollOptions {
  readonly notification?: boolean;
  readonly dropOld?: boolean;
}

function clientOf(options: OperatorOptions, env: Env): OperatorClient {
  return operatorClient(gatewayUrl(options.url, env), operatorKey(options.key, env));
}

function addedText(
  { merchantId, settings, status }: MerchantReply,
  secrets: { readonly apiSecret: string; readonly notificationSecret: string },
): string {
  const rows = [
    ['API secret', secrets.apiSecret],
    ['Notification secret', secrets.notificationSecret],
  ];
  const head = `Merchant ${merchantId} (${cell(settings['name'])}) added, ${status}.`;
  return `${head}\n\n${table(rows, '  ')}\nThe secrets are shown this once; keep them safe.\n`;
}

function listText(merchants: readonly MerchantReply[]): string {
  if (merchants.length === 0) return 'No merchants yet; add one with `bramka merchants add`.\n';
  const rows = merchants.map(({ merchantId, status, settings, createdAt }) => [
    merchantId,
    status,
    cell(settings['name']),
    createdAt.slice(0, 10),
    cell(settings['methods']),
  ]);
  return table([['MID', 'STATUS', 'NAME', 'ADDED', 'METHODS'], ...rows]);
}

function merchantText(merchant: MerchantReply): string {
  const ages = (secrets: MerchantReply['secrets']): string =>
    `${secrets.length} live, made ${secrets.map(({ createdAt }) => createdAt).join(' and ')}`;
  return table([
    ['MID', merchant.merchantId],
    ['status', merchant.status],
    ...settingRows(merchant.settings).map(([key, value]) => [key, cell(value)]),
    ['API secrets', ages(merchant.secrets)],
    ['notification secrets', ages(merchant.notificationSecrets)],
    ['added', merchant.createdAt],
    ['changed', merchant.updatedAt],
  ]);
}

function revokedText(mid: string): string {
  return (
    `The access tokens of merchant ${mid} are revoked, on every node within a second.\n` +
    'Its secrets still work; payment pages need a new link (POST …/restore).\n'
  );
}

function rolledText(mid: string, kind: string, dropOld: boolean, secret: string): string {
  const name = kind === 'API' ? 'API secret' : 'Notification secret';
  const before = dropOld
    ? 'The older one ended now, and the access tokens issued for it with it.'
    : 'The one before it stays live until the next roll; --drop-old ends it at once.';
  return (
    `${name} of merchant ${mid} rolled.\n\n${table([[name, secret]], '  ')}\n` +
    `${before} The new one is shown this once; keep it safe.\n`
  );
}
