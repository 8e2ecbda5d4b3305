// `bramka replay`: sends events again, one by its id or all that match: from the gateway to the
// notification address, or from here to a program on this machine.

import { Option, type Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import type { DeliveryState, ReplayEvents } from '@bramka/client/src/client.ts';
import { Refused } from '../../api/calls.ts';
import {
  merchantClient,
  withMerchant,
  type MerchantClient,
  type MerchantOptions,
} from '../../api/merchant.ts';
import { chooseEvents, forwardAgain, type Choice } from '../../events/forward-again.ts';
import { checkTarget } from '../../events/forward-patiently.ts';
import { Failure } from '../../failure.ts';
import { json } from '../../print.ts';

/** The gateway requires the start of a range. */
const START = '1970-01-01T00:00:00.000Z';

interface ReplayOptions extends MerchantOptions {
  readonly failed?: boolean;
  readonly accepted?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly payment?: string;
  readonly forwardTo?: string;
}

const help = `
A replayed event has the same bytes and the same eventId. Name one event, or choose
those of a time or a payment that were not accepted with --from, --to and --payment;
--failed leaves out those that were not sent because no address was set.

Without a public address use --forward-to: this command sends the events to your
program, as \`bramka listen\` does, and the gateway sends and records nothing. A running
\`bramka listen\` does not show replayed events.

Examples:
  bramka replay 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka replay --failed
  bramka replay --from 2026-03-01T10:00:00Z --to 2026-03-01T11:00:00Z
  bramka replay --payment 01a1ddaa-94be-73d2-943c-8b7759934376 \\
    --forward-to http://localhost:3000`;

export function addReplayCommands(program: Command, context: CommandContext): void {
  withMerchant(program.command('replay'))
    .description('send events again to the notification address or to your program')
    .argument('[eventId]', 'id of the event; absent: all that match the options')
    .addOption(new Option('--failed', 'those that are FAILED or REFUSED'))
    .option('--accepted', 'also those that were accepted')
    .option('--from <time>', 'those from this time on, such as 2026-03-01T10:00:00Z')
    .option('--to <time>', 'those before this time')
    .option('--payment <id>', 'those of this payment or tokenization')
    .option('--forward-to <address>', 'send them from here, such as to http://localhost:3000')
    .addHelpText('after', help)
    .action(async (eventId: string | undefined, options: ReplayOptions) => {
      const filter = filterOf(options);
      if ((eventId === undefined) === (filter === undefined)) {
        throw new Failure('name one event, or choose with --failed, --from, --to or --payment');
      }
      const { forwardTo } = options;
      checkTarget(forwardTo);
      const client = await merchantClient(options, context.env);
      if (forwardTo !== undefined) {
        const choice = filter ? choiceOf(filter) : await choiceOfOne(client, eventId ?? '');
        return forwardChosen(context, options, client, choice, forwardTo);
      }
      await (
        filter
          ? replayMany(context, options, client, filter)
          : replayOne(context, options, client, eventId ?? '')
      ).catch(explainAddress);
    });
}

async function replayOne(
  { print }: CommandContext,
  options: ReplayOptions,
  client: MerchantClient,
  eventId: string,
): Promise<void> {
  const event = await client.events.replay(eventId);
  print(options.json ? json(event) : `Event ${eventId} is sent again.\n`);
}

async function replayMany(
  { print }: CommandContext,
  options: ReplayOptions,
  client: MerchantClient,
  filter: Filter,
): Promise<void> {
  let total = 0;
  for (let after: string | undefined; ;) {
    const { replayed, next } = await client.events.replayMany({ ...filter, after });
    total += replayed;
    if (next === undefined) break;
    after = next;
    if (!options.json) print(`${total} events so far\n`);
  }
  print(options.json ? json({ replayed: total }) : `${total} events are sent again.\n`);
}

function explainAddress(error: unknown): never {
  if (!(error instanceof Refused) || error.code !== 'NOTIFICATION_URL_MISSING') throw error;
  const { message } = error;
  throw new Failure(`${message}. Or send events from here: --forward-to http://localhost:3000`);
}

async function forwardChosen(
  context: CommandContext,
  options: ReplayOptions,
  client: MerchantClient,
  choice: Choice,
  target: string,
): Promise<void> {
  const stop = context.stopSignal?.() ?? new AbortController().signal;
  const chosen = await chooseEvents(client, choice);
  const print = options.json ? () => undefined : context.print;
  const result = chosen
    ? await forwardAgain(client, chosen, target, print, stop)
    : { forwarded: 0, accepted: 0 };
  const { forwarded, accepted } = result;
  const end = `${forwarded} events were forwarded, ${accepted} accepted.\n`;
  context.print(options.json ? json(result) : end);
  if (accepted < (chosen?.ids.size ?? 0)) context.setFailed();
}

/** What the gateway would choose for the same request. */
function choiceOf({ states, paymentId, from, to }: Filter): Choice {
  const [fromMs, toMs] = [timeOf('--from', from), timeOf('--to', to)];
  return {
    paymentId,
    isChosen({ occurredAt, delivery }) {
      const at = Date.parse(occurredAt);
      return states.some((state) => state === delivery.state) && !(at < fromMs) && !(at >= toMs);
    },
  };
}

/** NaN, which no time is before or after, when it is absent. */
function timeOf(option: string, text: string | undefined): number {
  const at = Date.parse(text ?? '');
  if (text === undefined || !Number.isNaN(at)) return at;
  throw new Failure(`${option} must be a time such as 2026-03-01T10:00:00Z`);
}

async function choiceOfOne(client: MerchantClient, eventId: string): Promise<Choice> {
  const { paymentId, tokenizerId, eventId: id } = await client.events.get(eventId);
  // The feed has test events under their own id.
  return { paymentId: tokenizerId ?? paymentId ?? id, isChosen: (one) => one.eventId === id };
}

interface Filter extends ReplayEvents {
  readonly states: readonly DeliveryState[];
  readonly paymentId?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Undefined when nothing was chosen. */
function filterOf(options: ReplayOptions): Filter | undefined {
  const { failed, accepted, from, to, payment: paymentId } = options;
  if (!failed && from === undefined && to === undefined && paymentId === undefined)
    return undefined;
  const bad: DeliveryState[] = failed ? ['FAILED', 'REFUSED'] : ['FAILED', 'REFUSED', 'NOT_SENT'];
  return {
    states: accepted ? [...bad, 'ACCEPTED'] : bad,
    ...(paymentId === undefined ? { from: from ?? START } : { paymentId }),
    ...(paymentId !== undefined && from !== undefined ? { from } : {}),
    ...(to === undefined ? {} : { to }),
  };
}
