// `bramka listen`: receives the events of a merchant over a stream and passes them to a program on
// this machine, so that notifications can be developed without a public address.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { EventName } from '@bramka/client/src/client.ts';
import { Refused } from '../../api/calls.ts';
import {
  merchantClient,
  withMerchant,
  type MerchantClient,
  type MerchantOptions,
} from '../../api/merchant.ts';
import type { CommandContext } from '../../context.ts';
import { readStream, type StreamItem } from '../../events/event-stream.ts';
import { forwardUrl } from '../../events/forward.ts';
import { checkTarget, createLines, forwardPatiently } from '../../events/forward-patiently.ts';

const MAX_PAUSE_MS = 30_000;

interface ListenOptions extends MerchantOptions {
  readonly forwardTo?: string;
  readonly print?: boolean;
  readonly events?: EventName;
  readonly payment?: string;
  readonly after?: string;
}

const help = `
Each event is sent to <address>/payment or <address>/tokenizer, with the headers and
the bytes of a delivery, so that your program verifies the signature as usual. An
answer of 5xx or 429, or none, is tried again up to four times. The merchant needs no
notificationUrl; if it has one, the gateway delivers there as well.

After a lost connection the command connects again and continues after the last event.

Examples:
  bramka listen
  bramka listen --forward-to http://localhost:3000
  bramka listen --events REFUND_STATUS,TEST --print`;

export function addListenCommand(program: Command, context: CommandContext): void {
  withMerchant(program.command('listen'))
    .description('show events as they happen, and forward them to your program')
    .option('--forward-to <address>', 'such as http://localhost:3000; absent: only show them')
    .option('--print', 'also show the message of each event')
    .option('--events <names>', 'only these events, separated by commas')
    .option('--payment <id>', 'only events of this payment or tokenization')
    .option('--after <cursor>', 'begin after this cursor of the feed instead of now')
    .addHelpText('after', help)
    .action((options: ListenOptions) => listen(context, options));
}

async function listen(context: CommandContext, options: ListenOptions): Promise<void> {
  const { env, print, printError } = context;
  checkTarget(options.forwardTo);
  const stop = context.stopSignal?.() ?? new AbortController().signal;
  const client = await merchantClient(options, env);
  print(introduction(client, options));
  const show = showItem(context, options, stop);
  const state: ListenState = { lastId: undefined, pauseMs: 0 };
  const { events: event, payment: paymentId } = options;
  while (!stop.aborted) {
    const query = { event, paymentId, after: state.lastId ?? options.after, signal: stop };
    const reason = await readStream(client, query, async ({ item, id }) => {
      state.pauseMs = 0;
      if (item) await show(item);
      state.lastId = id ?? state.lastId;
    }).catch((error: unknown) => afterFailure(context, state, error));
    if (stop.aborted) break;
    state.pauseMs = Math.min(MAX_PAUSE_MS, Math.max(1000, state.pauseMs * 2));
    const seconds = state.pauseMs / 1000;
    printError(`bramka: ${reason} Connecting again in ${seconds} s.\n`);
    await systemClock.sleep(state.pauseMs, stop);
  }
  print('Stopped.\n');
}

interface ListenState {
  lastId: string | undefined;
  pauseMs: number;
}

type Show = (item: StreamItem) => Promise<void>;

/** Why the stream has ended; fails when connecting again cannot help. */
function afterFailure({ printError }: CommandContext, state: ListenState, error: unknown): string {
  if (!(error instanceof Refused)) return 'The connection to the gateway was lost.';
  if (error.code === 'CURSOR_INVALID' && state.lastId !== undefined) {
    state.lastId = undefined;
    printError('bramka: events may have been missed; `bramka events` shows them.\n');
    return error.message;
  }
  if (error.status >= 500 || error.status === 429) return error.message;
  throw error;
}

function introduction(
  { merchantId, settings }: MerchantClient,
  { forwardTo }: ListenOptions,
): string {
  const targets =
    forwardTo === undefined
      ? 'They are only shown; forward them with --forward-to http://localhost:3000.\n'
      : `They are forwarded to ${forwardUrl(forwardTo, 'payment')} and ` +
        `${forwardUrl(forwardTo, 'tokenizer')}.\n` +
        'Your program verifies them with the notification secret of this merchant.\n';
  return `Events of merchant ${merchantId} at ${settings.baseUrl}; Ctrl-C ends.\n${targets}`;
}

function showItem({ print }: CommandContext, options: ListenOptions, stop: AbortSignal): Show {
  const { forwardTo } = options;
  const lines = createLines();
  return async (item) => {
    const line = lines(item);
    if (options.print) print(`${item.body}\n`);
    if (forwardTo === undefined) print(`${line}\n`);
    else await forwardPatiently({ target: forwardTo, item, line, print, stop });
  };
}
