// `bramka listen`: receives the events of a merchant over a stream and passes them to a program on
// this machine, so that notifications can be developed without a public address.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { Refused } from '../../call.ts';
import type { CommandContext } from '../../context.ts';
import { readStream, type StreamItem } from '../../events/event-stream.ts';
import { forwardUrl } from '../../events/forward.ts';
import { checkTarget, createLines, forwardPatiently } from '../../events/forward-patiently.ts';
import {
  logIn,
  withMerchant,
  type Login,
  type MerchantOptions,
} from '../../payments/merchant-client.ts';

const MAX_PAUSE_MS = 30_000;

interface ListenOptions extends MerchantOptions {
  readonly forwardTo?: string;
  readonly print?: boolean;
  readonly events?: string;
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
  const login = await logIn(options, env);
  print(introduction(login, options));
  const show = showItem(context, options, stop);
  const state: ListenState = { login, lastId: undefined, pauseMs: 0, isOpened: false };
  while (!stop.aborted) {
    const reason = await connectOnce(state, options, show, stop).catch((error: unknown) =>
      afterFailure(context, options, state, error),
    );
    if (stop.aborted) break;
    state.pauseMs = Math.min(MAX_PAUSE_MS, Math.max(1000, state.pauseMs * 2));
    const seconds = state.pauseMs / 1000;
    printError(`bramka: ${reason} Connecting again in ${seconds} s.\n`);
    await systemClock.sleep(state.pauseMs, stop);
  }
  print('Stopped.\n');
}

interface ListenState {
  login: Login;
  lastId: string | undefined;
  pauseMs: number;
  isOpened: boolean;
}

type Show = (item: StreamItem) => Promise<void>;

function connectOnce(state: ListenState, options: ListenOptions, show: Show, stop: AbortSignal) {
  const { events: event, payment: paymentId } = options;
  const after = state.lastId === undefined ? options.after : undefined;
  const handlers = {
    onOpen: () => {
      state.isOpened = true;
      state.pauseMs = 0;
    },
    onId: (id: string) => {
      state.lastId = id;
    },
    onItem: show,
  };
  return readStream(state.login, { event, paymentId, after }, state.lastId, handlers, stop);
}

/** Why the stream has ended; fails when connecting again cannot help. */
async function afterFailure(
  { env, printError }: CommandContext,
  options: ListenOptions,
  state: ListenState,
  error: unknown,
): Promise<string> {
  if (!(error instanceof Refused)) return 'The connection to the gateway was lost.';
  if (error.status === 401) {
    const renewed = await logIn(options, env).catch((failure: unknown) => failure);
    if (renewed instanceof Refused && renewed.status < 500) throw renewed;
    if (!(renewed instanceof Error)) state.login = renewed as Login;
    return 'The access token was renewed.';
  }
  if (error.code === 'CURSOR_INVALID' && state.lastId !== undefined) {
    state.lastId = undefined;
    printError('bramka: events may have been missed; `bramka events` shows them.\n');
    return error.message;
  }
  if (error.status >= 500 || error.status === 429) return error.message;
  throw error;
}

function introduction({ merchantId, url }: Login, { forwardTo }: ListenOptions): string {
  const targets =
    forwardTo === undefined
      ? 'They are only shown; forward them with --forward-to http://localhost:3000.\n'
      : `They are forwarded to ${forwardUrl(forwardTo, 'payment')} and ` +
        `${forwardUrl(forwardTo, 'tokenizer')}.\n` +
        'Your program verifies them with the notification secret of this merchant.\n';
  return `Events of merchant ${merchantId} at ${url}; Ctrl-C ends.\n${targets}`;
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
