// `bramka bank …`: acts as the customer at a simulated bank of a sandbox, so that a bank transfer
// can be paid without a browser.

import type { Command } from 'commander';
import type { TransferAction } from '@bramka/sandbox/bank/transfer.ts';
import type { TransferView } from '@bramka/sandbox/bank/view.ts';
import { addGroup, withGateway, type GatewayOptions } from '../../api/options.ts';
import { callSandbox } from '../../api/sandbox.ts';
import { Failure } from '../../failure.ts';
import { json, table } from '../../print.ts';
import type { CommandContext } from '../../context.ts';

const path = '/sandbox/bank/transfers';

const help = `
Without <remoteID> the newest transfer that waits is used. The remoteID is in the
redirectURL of the payment.

Examples:
  bramka pay 19.99 --bank 106       start a transfer, from another terminal
  bramka bank list
  bramka bank pay
  bramka bank refuse 9IA2UISN2K`;

const descriptions: Readonly<Record<TransferAction, string>> = {
  open: 'log in to the bank, as the customer',
  pay: 'make the transfer',
  refuse: 'refuse the transfer',
  abandon: 'leave the page; the transfer expires',
};

export function addBankCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  const bank = addGroup(program, 'bank', 'act as the customer at a simulated bank', help);
  withGateway(bank.command('list'))
    .description('list the transfers, the last changed ones first')
    .action(async (options: GatewayOptions) => {
      const list = await callSandbox<TransferView[]>(options, env, { path });
      print(options.json ? json(list) : listText(list));
    });
  for (const [action, description] of Object.entries(descriptions)) {
    withGateway(bank.command(action))
      .description(description)
      .argument('[remoteID]', 'the transfer; absent: the newest one that waits')
      .action(async (remoteId: string | undefined, options: GatewayOptions) => {
        const id = remoteId ?? (await newestWaiting(context, options));
        const transfer = await callSandbox<TransferView>(options, env, {
          path: `${path}/${encodeURIComponent(id)}`,
          body: { action },
          notFound: (_, url) => `the sandbox at ${url} has no transfer ${id}`,
        });
        print(options.json ? json(transfer) : `${sentence(transfer)}\n`);
      });
  }
}

const isWaiting = ({ state }: TransferView): boolean => state === 'WAITING' || state === 'OPENED';

async function newestWaiting({ env }: CommandContext, options: GatewayOptions): Promise<string> {
  const list = await callSandbox<TransferView[]>(options, env, { path });
  const found = list.find(isWaiting);
  if (!found) throw new Failure('no transfer waits; `bramka bank list` lists all of them');
  return found.remoteID;
}

function listText(list: readonly TransferView[]): string {
  if (list.length === 0) return 'No transfers.\n';
  const rows = list.map(({ remoteID, provider, state, amount, currency, bankName }) => {
    return [remoteID, provider, state, `${amount} ${currency}`, bankName];
  });
  return table([['remoteID', 'provider', 'state', 'amount', 'bank'], ...rows]);
}

function sentence(transfer: TransferView): string {
  const { remoteID, amount, currency, state, details, validUntil } = transfer;
  const what = `Transfer ${remoteID} of ${amount} ${currency} is ${state}`;
  if (isWaiting(transfer)) return `${what}; it can be paid until ${validUntil}.`;
  return details === null || details === undefined ? `${what}.` : `${what} (${details}).`;
}
