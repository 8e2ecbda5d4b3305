// `bramka triggers`: the cards, names and amounts with which the simulated providers give a certain
// result.

import type { Command } from 'commander';
import { withGateway, type GatewayOptions } from '../api/options.ts';
import { callSandbox } from '../api/sandbox.ts';
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
      const triggers = await callSandbox<TriggerReply[]>(options, env, {
        path: '/sandbox/triggers',
        notFound: (_, url) =>
          `the gateway at ${url} does not simulate providers, so it has no triggers`,
      });
      print(options.json ? json(triggers) : triggersText(triggers));
    });
}

function triggersText(triggers: readonly TriggerReply[]): string {
  const groups = Map.groupBy(triggers, ({ group }) => group);
  const texts = [...groups].map(([title, rows]) => {
    const cells = rows.map(({ value, description }) => [value, description] as const);
    return `${title}:\n${wrappedTable(cells, '  ')}`;
  });
  return texts.join('\n');
}
