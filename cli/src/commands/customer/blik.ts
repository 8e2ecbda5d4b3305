// `bramka blik …`: the phone of a sandbox, so that BLIK payments can be made and confirmed without
// a browser.

import type { Command } from 'commander';
import type {
  AliasView,
  CodeView,
  PaymentView,
  PushView,
} from '@bramka/sandbox/blik/http/views.ts';
import { Failure } from '../../failure.ts';
import { addGroup, withGateway, type Env, type GatewayOptions } from '../../api/options.ts';
import { callSandbox } from '../../api/sandbox.ts';
import { json, table } from '../../print.ts';
import type { CommandContext } from '../../context.ts';

const api = '/sandbox/blik/api';

const help = `
Without <pushId> the newest payment that waits is answered.

Examples:
  bramka blik code                  get a code, valid for two minutes
  bramka blik pushes                list the payments that wait for the customer
  bramka blik accept
  bramka blik refuse 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka blik aliases               list the saved shops
  bramka blik unregister 01a1ddaa-94be-73d2-943c-8b7759934377`;

interface PhoneOptions extends GatewayOptions {
  readonly phone?: string;
}

interface AcceptOptions extends GatewayOptions {
  /** False with --no-save. */
  readonly save?: boolean;
}

export function addBlikCommands(program: Command, context: CommandContext): void {
  const blik = addGroup(program, 'blik', 'act as the customer with a BLIK phone', help);
  addCodeCommands(blik, context);
  addPushCommands(blik, context);
  addAliasCommands(blik, context);
}

function addCodeCommands(blik: Command, { env, print }: CommandContext): void {
  withGateway(blik.command('code'))
    .description('get a code')
    .option('--phone <key>', 'the phone, 1 to 3', '1')
    .action(async (options: PhoneOptions) => {
      const body = { phone: options.phone };
      const code = await callPhone<CodeView>(options, env, `${api}/codes`, body);
      print(options.json ? json(code) : `${code.code}\nValid until ${code.expiresAt}.\n`);
    });
}

function addPushCommands(blik: Command, context: CommandContext): void {
  const { env, print } = context;
  withGateway(blik.command('pushes'))
    .description('list the payments that wait for the customer')
    .action(async (options: GatewayOptions) => {
      const pushes = await callSandbox<PushView[]>(options, env, { path: `${api}/pushes` });
      print(options.json ? json(pushes) : pushesText(pushes));
    });
  const answer = async (
    pushId: string | undefined,
    options: GatewayOptions,
    body: object,
  ): Promise<void> => {
    const id = pushId ?? (await newestPush(context, options));
    const path = `${api}/pushes/${encodeURIComponent(id)}`;
    const answered = await callPhone<PaymentView>(options, env, path, body);
    print(options.json ? json(answered) : `${answeredText(answered)}\n`);
  };
  withGateway(blik.command('accept'))
    .description('confirm a payment')
    .argument('[pushId]', 'the payment; absent: the newest one that waits')
    .option('--no-save', 'do not save the shop, if the payment asks for it')
    .action((pushId: string | undefined, { save = true, ...options }: AcceptOptions) =>
      answer(pushId, options, { action: 'accept', save }),
    );
  withGateway(blik.command('refuse'))
    .description('refuse a payment')
    .argument('[pushId]', 'the payment; absent: the newest one that waits')
    .action((pushId: string | undefined, options: GatewayOptions) =>
      answer(pushId, options, { action: 'refuse' }),
    );
}

function addAliasCommands(blik: Command, { env, print }: CommandContext): void {
  withGateway(blik.command('aliases'))
    .description('list the saved shops of all phones')
    .action(async (options: GatewayOptions) => {
      const aliases = await callSandbox<AliasView[]>(options, env, { path: `${api}/aliases` });
      print(options.json ? json(aliases) : aliasesText(aliases));
    });
  withGateway(blik.command('unregister'))
    .description('remove a saved shop at the bank')
    .argument('<aliasId>', 'from `bramka blik aliases`')
    .action(async (aliasId: string, options: GatewayOptions) => {
      const path = `${api}/aliases/${encodeURIComponent(aliasId)}/unregister`;
      const removed = await callPhone<AliasView>(options, env, path, {});
      print(options.json ? json(removed) : `Removed ${removed.label} (${removed.alias}).\n`);
    });
}

async function newestPush({ env }: CommandContext, options: GatewayOptions): Promise<string> {
  const pushes = await callSandbox<PushView[]>(options, env, { path: `${api}/pushes` });
  const newest = pushes.at(-1);
  if (!newest) throw new Failure('no payment waits for the customer');
  return newest.pushId;
}

/** Not found is about the phone, the payment or the shop; the sandbox says which. */
async function callPhone<Reply>(
  options: GatewayOptions,
  env: Env,
  path: string,
  body: object,
): Promise<Reply> {
  // A gateway without the phone is not a sandbox.
  await callSandbox(options, env, { path: `${api}/phones` });
  return callSandbox<Reply>(options, env, { path, body, notFound: ({ message }) => message });
}

function answeredText({ pushId, state, reason }: PaymentView): string {
  return `Payment ${pushId} is ${state}${reason ? ` (${reason})` : ''}.`;
}

function pushesText(pushes: readonly PushView[]): string {
  if (pushes.length === 0) return 'No payment waits for the customer.\n';
  const rows = pushes.map(({ pushId, phone, amount, currency, description }) => {
    return [pushId, phone, `${amount} ${currency}`, description];
  });
  return table([['PUSH', 'PHONE', 'AMOUNT', 'SHOP'], ...rows]);
}

function aliasesText(aliases: readonly AliasView[]): string {
  if (aliases.length === 0) return 'No shop is saved.\n';
  const rows = aliases.map(({ aliasId, phone, type, label, alias }) => {
    return [aliasId, phone, type, label, alias];
  });
  return table([['ALIAS ID', 'PHONE', 'TYPE', 'SHOP', 'ALIAS'], ...rows]);
}
