// `bramka listen`: receives the events of a merchant over a stream and passes them to a program on
// this machine, so that notifications can be developed without a public address.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { Refused } from '../../call.ts';
import type { CommandContext } from '../../context.ts';
import { readStream, type StreamItem } from '../../events/event-stream.ts';
import { statusOf } from '../../events/event-text.ts';
import { forward, forwardUrl, type Forwarded } from '../../events/forward.ts';
import { Failure } from '../../failure.ts';
import {
  logIn,
  withMerchant,
  type Login,
  type MerchantOptions,
} from '../../payments/merchant-client.ts';

const MAX_PAUSE_MS = 30_000;
/** A receiver that is being restarted gets an event again after these pauses. */
const FORWARD_PAUSES_MS = [1000, 2000, 4000, 8000];

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

function checkTarget(target: string | undefined): void {
  if (target === undefined) return;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure('--forward-to must be an address such as http://localhost:3000');
  }
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

function showItem(context: CommandContext, options: ListenOptions, stop: AbortSignal): Show {
  const { print } = context;
  const { forwardTo } = options;
  const statuses = new Map<string, string>();
  return async (item) => {
    const line = lineOf(item, statuses);
    if (options.print) print(`${item.body}\n`);
    if (forwardTo === undefined) return print(`${line}\n`);
    for (const pauseMs of [...FORWARD_PAUSES_MS, null]) {
      const result = await forward(forwardTo, item, stop);
      if (stop.aborted) return;
      const isRepeated = pauseMs !== null && isTemporary(result);
      const next = isRepeated ? `; again in ${pauseMs / 1000} s` : '';
      print(`${line}  ${answerText(result)}${next}\n`);
      if (!isRepeated) return;
      await systemClock.sleep(pauseMs, stop);
    }
  };
}

function isTemporary({ status }: Forwarded): boolean {
  return status === null || status >= 500 || status === 429;
}

function answerText({ status, problem, ms }: Forwarded): string {
  return `-> ${status === null ? problem : String(status)} in ${ms} ms`;
}

/** Time, name, subject and the change of its status, if an earlier one was seen. */
function lineOf({ event, body }: StreamItem, statuses: Map<string, string>): string {
  const payload = JSON.parse(body) as Record<string, string | number>;
  const subject = String(payload['tokenizerId'] ?? payload['paymentId'] ?? payload['eventId']);
  const status = statusOf(payload);
  const before = statuses.get(`${event} ${subject}`);
  statuses.set(`${event} ${subject}`, status);
  const change = before === undefined ? status : `${before} -> ${status}`;
  const time = String(payload['occurredAt']).slice(11, 23);
  return `${time}  ${event}  ${subject}  ${change}`;
}
