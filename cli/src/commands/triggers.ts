// `bramka triggers`: the cards, names and amounts with which the simulated providers give a certain
// result.

import type { Command } from 'commander';
import { call, Refused } from '../call.ts';
import { Failure } from '../failure.ts';
import { gatewayUrl } from '../operator-client.ts';
import { withGateway, type GatewayOptions } from '../options.ts';
import { json, wrappedTable } from '../print.ts';
import type { CommandContext } from '../context.ts';

interface TriggerReply {
  readonly kind: string;
  readonly value: string;
  readonly provider: string;
  readonly outcome: string;
  readonly description: string;
}

const groups: readonly [kind: string, provider: string, title: string][] = [
  ['card', 'acquirer', 'Card numbers, decided by the acquirer'],
  ['card', 'acs', 'Card numbers, decided by the issuer in 3-D Secure'],
  ['card', 'directory', 'Card numbers, decided by the directory server of 3-D Secure'],
  ['amount', 'acquirer', 'Last two digits of the amount, with a card that is not in this list'],
  ['name', 'acquirer', 'Name on the card (--holder), in upper or lower case'],
];

export function addTriggersCommand(program: Command, { env, print }: CommandContext): void {
  withGateway(program.command('triggers'))
    .description(
      'list the test cards, names and amounts that make a sandbox decline, challenge or fail',
    )
    .action(async (options: GatewayOptions) => {
      const triggers = await readTriggers(gatewayUrl(options.url, env));
      print(options.json ? json(triggers) : triggersText(triggers));
    });
}

async function readTriggers(url: string): Promise<TriggerReply[]> {
  try {
    return await call(url, { path: '/sandbox/triggers' });
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      throw new Failure(`the gateway at ${url} does not simulate providers, so it has no triggers`);
    }
    throw error;
  }
}

function triggersText(triggers: readonly TriggerReply[]): string {
  const texts = groups.map(([kind, provider, title]) => {
    const rows = triggers
      .filter((trigger) => trigger.kind === kind && trigger.provider === provider)
      .map(({ value, description }) => [value, description] as const);
    return `${title}:\n${wrappedTable(rows, '  ')}`;
  });
  return texts.join('\n');
}
