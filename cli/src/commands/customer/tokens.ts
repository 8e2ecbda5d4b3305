// `bramka tokens …`: changes network tokens at the simulated token service of a sandbox, as
// customers and issuers do.

import type { Command } from 'commander';
import type { TokenView } from '@bramka/sandbox/tokens/http/views.ts';
import { addGroup, withGateway, type GatewayOptions } from '../../api/options.ts';
import { callSandbox } from '../../api/sandbox.ts';
import { Failure } from '../../failure.ts';
import { json, table } from '../../print.ts';
import type { CommandContext } from '../../context.ts';

const path = '/sandbox/tokens/api/tokens';

const help = `
Without <instrumentRef> the newest token that is not deleted is used. The gateway
gets news about every change.

Examples:
  bramka tokens list
  bramka tokens suspend
  bramka tokens update --card 4111111111111111 --card-expiry 203105
  bramka tokens delete 01a1ddaa-94be-73d2-943c-8b7759934376`;

const descriptions = {
  suspend: 'suspend a token',
  resume: 'resume a suspended token',
  delete: 'delete a token for good',
} as const;

interface UpdateOptions extends GatewayOptions {
  readonly card?: string;
  readonly cardExpiry?: string;
  readonly expiry?: string;
  readonly newArt?: boolean;
}

export function addTokenCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  const tokens = addGroup(
    program,
    'tokens',
    'change network tokens at the simulated token service',
    help,
  );
  withGateway(tokens.command('list'))
    .description('list the tokens, the newest first')
    .action(async (options: GatewayOptions) => {
      const list = await callSandbox<TokenView[]>(options, env, { path });
      print(options.json ? json(list) : listText(list));
    });
  const act = async (
    instrumentRef: string | undefined,
    action: string,
    options: GatewayOptions,
    body: object,
  ): Promise<void> => {
    // A gateway without the token service is not a sandbox.
    const list = await callSandbox<TokenView[]>(options, env, { path });
    const ref = instrumentRef ?? newestToken(list);
    const token = await callSandbox<TokenView>(options, env, {
      path: `${path}/${encodeURIComponent(ref)}/${action}`,
      body,
      notFound: ({ message }) => message,
    });
    print(options.json ? json(token) : `${sentence(token)}\n`);
  };
  const argument = ['[instrumentRef]', 'the token; absent: the newest one'] as const;
  for (const [action, description] of Object.entries(descriptions)) {
    withGateway(tokens.command(action))
      .description(description)
      .argument(...argument)
      .action((ref: string | undefined, options: GatewayOptions) => act(ref, action, options, {}));
  }
  withGateway(tokens.command('update'))
    .description('replace the card behind a token, or change its dates or picture')
    .argument(...argument)
    .option('--card <number>', 'the new card, of the same organization')
    .option('--card-expiry <YYYYMM>', 'the expiry of the card')
    .option('--expiry <YYYYMM>', 'the expiry of the token')
    .option('--new-art', 'change the picture of the card')
    .action(
      (ref: string | undefined, { card, cardExpiry, expiry, newArt, ...options }: UpdateOptions) =>
        act(ref, 'update', options, { cardNumber: card, cardExpiry, expiry, newArt }),
    );
}

function newestToken(list: readonly TokenView[]): string {
  const found = list.find(({ status }) => status !== 'DELETED');
  if (!found) throw new Failure('there is no token that could be changed');
  return found.instrumentRef;
}

function listText(list: readonly TokenView[]): string {
  if (list.length === 0) return 'No tokens.\n';
  const rows = list.map((token) => {
    const { instrumentRef, scheme, status, tokenLastFour, cardLastFour, merchantId } = token;
    return [instrumentRef, scheme, status, `…${tokenLastFour}`, `…${cardLastFour}`, merchantId];
  });
  return table([['INSTRUMENT REF', 'SCHEME', 'STATUS', 'TOKEN', 'CARD', 'MERCHANT'], ...rows]);
}

function sentence({ instrumentRef, status, cardLastFour, cardExpiry }: TokenView): string {
  return `Token ${instrumentRef} is ${status}; its card is …${cardLastFour}, ${cardExpiry}.`;
}
