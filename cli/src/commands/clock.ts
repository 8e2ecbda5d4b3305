// `bramka clock …`: shows and moves the clock of a running sandbox. What becomes due by that
// happens at once.

import { InvalidArgumentError, type Command } from 'commander';
import { withGateway, type GatewayOptions } from '../options.ts';
import { json } from '../print.ts';
import { callSandbox } from '../sandbox-client.ts';
import type { Surface } from '../surface.ts';

interface ClockReply {
  readonly now: string;
  readonly frozen: boolean;
  readonly offsetSeconds: number;
  readonly fired?: Readonly<Record<string, number>>;
  readonly finished?: boolean;
}

const path = '/sandbox/clock';

export function addClockCommands(program: Command, { env, say }: Surface): void {
  const clock = program
    .command('clock')
    .description('show, move, freeze and resume the clock of a sandbox')
    .helpCommand(false);
  const tell = (options: GatewayOptions, reply: ClockReply): void =>
    say(options.json ? json(reply) : clockText(reply));
  const move = async (options: GatewayOptions, body: object): Promise<void> =>
    tell(options, await callSandbox<ClockReply>(options, env, { method: 'POST', path, body }));

  withGateway(clock.command('show'))
    .description('what time it is in the sandbox')
    .action(async (options: GatewayOptions) =>
      tell(options, await callSandbox<ClockReply>(options, env, { path })),
    );
  withGateway(clock.command('advance'))
    .description('go forward; what becomes due happens at once')
    .argument('<duration>', 'such as 31d, 2h, 90s or 1d12h', readDuration)
    .action((advance: number, options: GatewayOptions) => move(options, { advance }));
  withGateway(clock.command('set'))
    .description('go forward to a time')
    .argument('<time>', 'such as 2030-01-31T12:00:00Z')
    .action((at: string, options: GatewayOptions) => move(options, { at }));
  withGateway(clock.command('freeze'))
    .description('let time stand still')
    .action((options: GatewayOptions) => move(options, { freeze: true }));
  withGateway(clock.command('resume'))
    .description('let time go on from where it stands')
    .action((options: GatewayOptions) => move(options, { freeze: false }));
}

const unitSeconds = { d: 86_400, h: 3600, m: 60, s: 1 };

/** `31d`, `1d12h`, `90s` as seconds. */
export function readDuration(text: string): number {
  const [whole, ...counts] = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  if (!whole) throw new InvalidArgumentError('It must look like 31d, 2h, 90s or 1d12h.');
  return Object.values(unitSeconds).reduce(
    (sum, seconds, place) => sum + seconds * Number(counts[place] ?? 0),
    0,
  );
}

function clockText({ now, frozen, offsetSeconds, fired = {}, finished }: ClockReply): string {
  const ahead = offsetSeconds === 0 ? 'real time' : `real time ${signed(offsetSeconds)}`;
  const done = Object.entries(fired).filter(([, count]) => count > 0);
  const jobs = done.map(([job, count]) => `${job} ${count}`).join(', ');
  return [
    `${now}  ${frozen ? 'stands still' : 'runs'}, ${ahead}\n`,
    jobs === '' ? '' : `fired: ${jobs}\n`,
    finished === false ? 'not all that is due is done yet; it goes on\n' : '',
  ].join('');
}

/** `+31d 2h`. */
function signed(seconds: number): string {
  let rest = Math.abs(seconds);
  const words: string[] = [];
  for (const [unit, size] of Object.entries(unitSeconds)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${count}${unit}`);
  }
  return `${seconds < 0 ? '-' : '+'}${words.join(' ')}`;
}
