// `bramka clock …`: shows and moves the clock of a running sandbox. Moving it runs at once what
// becomes due.

import { InvalidArgumentError, type Command } from 'commander';
import { clockText, isMoved, jobLines, parseDuration, type ClockReading } from '../clock-text.ts';
import type { CommandContext } from '../context.ts';
import { addGroup, withGateway, type GatewayOptions } from '../api/options.ts';
import { callSandbox } from '../api/sandbox.ts';
import { json, wrappedTable } from '../print.ts';

interface ClockReply extends ClockReading {
  readonly fired?: Readonly<Record<string, number>>;
  readonly finished?: boolean;
}

const path = '/sandbox/clock';

const help = `
The clock only goes forward; \`bramka reset\` empties the sandbox and returns to
real time. Moving the clock runs what becomes due (payments expire, holds are
released, old data are deleted) and prints what was done.

Examples:
  bramka clock show
  bramka clock advance 31d
  bramka clock set 2030-01-31T12:00:00Z`;

export function addClockCommands(program: Command, { env, print }: CommandContext): void {
  const clock = addGroup(
    program,
    'clock',
    'show, move, freeze and resume the clock of a sandbox',
    help,
  );
  const show = (options: GatewayOptions, reply: ClockReply): void =>
    print(options.json ? json(reply) : replyText(reply));
  const move = async (options: GatewayOptions, body: object): Promise<void> =>
    show(options, await callSandbox<ClockReply>(options, env, { path, body }));

  withGateway(clock.command('show'))
    .description('show the time in the sandbox')
    .action(async (options: GatewayOptions) => {
      const reply = await callSandbox<ClockReply>(options, env, { path });
      show(options, reply);
      if (!options.json && isMoved(reply)) print(`${returnText(reply)}\n`);
    });
  withGateway(clock.command('advance'))
    .description('move the clock forward and run what becomes due')
    .argument('<duration>', 'such as 31d, 2h, 90s or 1d12h', readDuration)
    .action((advance: number, options: GatewayOptions) => move(options, { advance }));
  withGateway(clock.command('set'))
    .description('move the clock forward to a time and run what becomes due')
    .argument('<time>', 'such as 2030-01-31T12:00:00Z')
    .action((at: string, options: GatewayOptions) => move(options, { at }));
  withGateway(clock.command('freeze'))
    .description('stop the clock')
    .action((options: GatewayOptions) => move(options, { freeze: true }));
  withGateway(clock.command('resume'))
    .description('let a frozen clock run again')
    .action((options: GatewayOptions) => move(options, { freeze: false }));
}

export function readDuration(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  throw new InvalidArgumentError('It must look like 31d, 2h, 90s or 1d12h.');
}

function replyText(reply: ClockReply): string {
  const { fired, finished } = reply;
  return [
    `${clockText(reply)}\n`,
    fired === undefined ? '' : firedText(fired),
    finished === false ? 'Some of the due work is not finished yet; it continues.\n' : '',
  ].join('');
}

function firedText(fired: Readonly<Record<string, number>>): string {
  const lines = jobLines(fired);
  return lines.length === 0 ? 'Nothing was due.\n' : `Done:\n${wrappedTable(lines, '  ')}`;
}

function returnText({ frozen }: ClockReading): string {
  const resume = frozen ? '`bramka clock resume` lets it run; ' : '';
  return `${resume}\`bramka reset\` returns to real time.`;
}
