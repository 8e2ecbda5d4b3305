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
  readonly group: string;
  readonly kind: string;
  readonly value: string;
  readonly provider: string;
  readonly outcome: string;
  readonly description: string;
}

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
  const groups = Map.groupBy(triggers, ({ group }) => group);
  const texts = [...groups].map(([title, rows]) => {
    const cells = rows.map(({ value, description }) => [value, description] as const);
    return `${title}:\n${wrappedTable(cells, '  ')}`;
  });
  return texts.join('\n');
}
