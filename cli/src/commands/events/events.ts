// `bramka events`, `event` and `test-event`: what a merchant was told, and how its receiver
// answered.

import { Option, type Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { deliveryStateMeanings } from '@bramka/gateway/events/meanings.ts';
import type { DeliveryState, EventName } from '@bramka/client/src/client.ts';
import { merchantClient, withMerchant, type MerchantOptions } from '../../api/merchant.ts';
import type { CommandContext } from '../../context.ts';
import { eventsText, eventText } from '../../events/event-text.ts';
import { json } from '../../print.ts';

const FOLLOW_MS = 1000;

interface EventsOptions extends MerchantOptions {
  readonly state?: DeliveryState;
  readonly payment?: string;
  readonly event?: EventName;
  readonly after?: string;
  readonly follow?: boolean;
}

const help = `
The oldest event comes first. With --follow new events are shown as they happen,
until Ctrl-C.

Examples:
  bramka events
  bramka events --state FAILED
  bramka events --payment 01a1ddaa-94be-73d2-943c-8b7759934376 --follow`;

export function addEventCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  withMerchant(program.command('events'))
    .description('list the events of the merchant and their deliveries')
    .addOption(
      new Option('--state <state>', 'only with this state of the delivery').choices(
        Object.keys(deliveryStateMeanings),
      ),
    )
    .option('--payment <id>', 'only of this payment or tokenization')
    .option('--event <name>', 'only with this name, such as REFUND_STATUS')
    .option('--after <cursor>', 'only after this cursor')
    .option('--follow', 'go on with new events')
    .addHelpText('after', help)
    .action((options: EventsOptions) => listEvents(context, options));

  withMerchant(program.command('event'))
    .description('show an event with its attempts and what is signed')
    .argument('<eventId>', 'id of the event')
    .action(async (eventId: string, options: MerchantOptions) => {
      const event = await (await merchantClient(options, env)).events.get(eventId);
      print(options.json ? json(event) : eventText(event));
    });

  withMerchant(program.command('test-event'))
    .description('send a test event to the notification address')
    .action(async (options: MerchantOptions) => {
      const sent = await (await merchantClient(options, env)).events.sendTest();
      if (options.json) return print(json(sent));
      print(`Sent; \`bramka event ${sent.eventId}\` shows the answer.\n`);
    });
}

async function listEvents(context: CommandContext, options: EventsOptions): Promise<void> {
  const { env, print } = context;
  const { state, payment: paymentId, event, follow } = options;
  const client = await merchantClient(options, env);
  const stop = follow ? context.stopSignal?.() : undefined;
  let { after } = options;
  let shown = 0;
  while (!stop?.aborted) {
    const page = await client.events.list({ state, paymentId, event, after, limit: 500 });
    if (options.json) for (const one of page.events) print(`${JSON.stringify(one)}\n`);
    else if (page.events.length > 0) print(eventsText(page.events, shown === 0));
    shown += page.events.length;
    after = page.next;
    if (page.hasMore) continue;
    if (!follow) break;
    await systemClock.sleep(FOLLOW_MS, stop);
  }
  if (shown === 0 && !options.json && !follow) print('No events.\n');
}
