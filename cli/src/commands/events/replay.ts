// `bramka replay`: sends events again, one by its id or all that match.

import { Option, type Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { openEventClient } from '../../events/event-client.ts';
import { Failure } from '../../failure.ts';
import { withMerchant, type MerchantOptions } from '../../payments/merchant-client.ts';
import { json } from '../../print.ts';

/** The gateway wants the start of a range. */
const START = '1970-01-01T00:00:00.000Z';

interface ReplayOptions extends MerchantOptions {
  readonly failed?: boolean;
  readonly accepted?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly payment?: string;
}

const help = `
A replayed event has the same bytes and the same eventId. Name one event, or choose
those of a time or a payment that were not accepted with --from, --to and --payment;
--failed leaves out those that were not sent because no address was set.

Examples:
  bramka replay 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka replay --failed
  bramka replay --from 2026-03-01T10:00:00Z --to 2026-03-01T11:00:00Z`;

export function addReplayCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  withMerchant(program.command('replay'))
    .description('send events again to the notification address')
    .argument('[eventId]', 'id of the event; absent: all that match the options')
    .addOption(new Option('--failed', 'those that are FAILED or REFUSED'))
    .option('--accepted', 'also those that were accepted')
    .option('--from <time>', 'those from this time on, such as 2026-03-01T10:00:00Z')
    .option('--to <time>', 'those before this time')
    .option('--payment <id>', 'those of this payment or tokenization')
    .addHelpText('after', help)
    .action(async (eventId: string | undefined, options: ReplayOptions) => {
      const hasFilter = filterOf(options) !== undefined;
      if ((eventId === undefined) === !hasFilter) {
        throw new Failure('name one event, or choose with --failed, --from, --to or --payment');
      }
      if (eventId === undefined) return replayMany(context, options);
      const event = await (await openEventClient(options, env)).replay(eventId);
      print(options.json ? json(event) : `Event ${eventId} is sent again.\n`);
    });
}

async function replayMany({ env, print }: CommandContext, options: ReplayOptions): Promise<void> {
  const client = await openEventClient(options, env);
  const filter = filterOf(options);
  let total = 0;
  for (let after: string | undefined; ;) {
    const { replayed, next } = await client.replayMany({ ...filter, after });
    total += replayed;
    if (next === undefined) break;
    after = next;
    if (!options.json) print(`${total} events so far\n`);
  }
  print(options.json ? json({ replayed: total }) : `${total} events are sent again.\n`);
}

/** Undefined when nothing was chosen. */
function filterOf(options: ReplayOptions): object | undefined {
  const { failed, accepted, from, to, payment: paymentId } = options;
  if (!failed && from === undefined && to === undefined && paymentId === undefined)
    return undefined;
  const bad = failed ? ['FAILED', 'REFUSED'] : ['FAILED', 'REFUSED', 'NOT_SENT'];
  return {
    states: accepted ? [...bad, 'ACCEPTED'] : bad,
    ...(paymentId === undefined ? { from: from ?? START } : { paymentId }),
    ...(paymentId !== undefined && from !== undefined ? { from } : {}),
    ...(to === undefined ? {} : { to }),
  };
}
