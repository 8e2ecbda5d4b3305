// `bramka triggers`: the cards, names and amounts with which the simulated providers give a certain
// result.

import type { Command } from 'commander';
import { call, Refused } from '../call.ts';
import { Failure } from '../failure.ts';
import { gatewayUrl } from '../operator-client.ts';
import { withGateway, type GatewayOptions } from '../options.ts';
import { json, table } from '../print.ts';
import type { CommandContext } from '../context.ts';

interface TriggerReply {
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
  const rows = triggers.map(({ kind, value, provider, outcome, description }) => [
    kind,
    value,
    provider,
    outcome,
    description,
  ]);
  return table([['KIND', 'VALUE', 'PROVIDER', 'OUTCOME', 'WHAT HAPPENS'], ...rows]);
}
