// `bramka faults …`: makes a simulated provider of a running sandbox fail, and ends that.

import { InvalidArgumentError, type Command } from 'commander';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import { Failure } from '../failure.ts';
import { withGateway, type GatewayOptions } from '../options.ts';
import { cell, json, table } from '../print.ts';
import { callSandbox } from '../sandbox-client.ts';
import type { Surface } from '../surface.ts';

type FaultReply = Readonly<Record<string, unknown>>;

interface FaultOptions extends GatewayOptions {
  readonly latency?: number;
  readonly timeout?: boolean;
  readonly dropAnswer?: boolean;
  readonly outage?: boolean;
  readonly duplicate?: boolean;
  readonly duplicateCallback?: boolean;
  readonly reorderCallback?: boolean;
  readonly verbs?: string[];
  readonly rate?: unknown;
  readonly seed?: number;
  readonly remaining?: number;
}

const path = '/sandbox/faults';

export function addFaultCommands(program: Command, { env, say }: Surface): void {
  const faults = program
    .command('faults')
    .description('make a simulated provider fail, for tests of what happens then')
    .helpCommand(false);
  const tell = (options: GatewayOptions, list: readonly FaultReply[]): void =>
    say(options.json ? json(list) : faultsText(list));
  const send = async (options: GatewayOptions, body: object): Promise<void> =>
    tell(options, await callSandbox<FaultReply[]>(options, env, { method: 'POST', path, body }));

  withGateway(faults.command('list'))
    .description('list what goes wrong at the moment')
    .action(async (options: GatewayOptions) =>
      tell(options, await callSandbox<FaultReply[]>(options, env, { path })),
    );
  withGateway(faults.command('set'))
    .description('replace the faults of a provider')
    .argument('[provider]', 'acquirer, directory or acs', 'acquirer')
    .option('--latency <ms>', 'requests arrive this much later', readWhole)
    .option('--timeout', 'nothing is done and no answer comes')
    .option('--drop-answer', 'it is done, but no answer comes')
    .option('--outage', 'nothing is done, the answer is an error')
    .option('--duplicate', 'requests are processed twice')
    .option('--duplicate-callback', 'acs: the result is told twice at the same moment')
    .option('--reorder-callback', 'acs: the customer comes back before the result')
    .option('--verbs <verbs>', 'only these calls, such as authorize,capture or areq,rreq', readList)
    .option('--rate <share>', 'share of the calls that are hit, such as 0.5', readShare)
    .option('--seed <number>', 'decides which calls the rate hits', readWhole)
    .option('--remaining <count>', 'how many calls are hit', readWhole)
    .action((provider: string, { url, json: asJson, latency, ...rest }: FaultOptions) => {
      const isHarmless = Object.keys(rest).every((name) => conditions.includes(name));
      if (latency === undefined && isHarmless) {
        throw new Failure('name what goes wrong, such as --outage; --help lists the faults');
      }
      return send(
        { ...(url === undefined ? {} : { url }), ...(asJson ? { json: true } : {}) },
        { provider, ...rest, ...(latency === undefined ? {} : { latencyMs: latency }) },
      );
    });
  withGateway(faults.command('clear'))
    .description('let the simulated providers work again')
    .argument('[provider]', 'acquirer, directory or acs; all of them when none is named')
    .action(async (named: string | undefined, options: GatewayOptions) => {
      const failing = await callSandbox<FaultReply[]>(options, env, { path });
      const all = new Set(failing.map(({ provider }) => cell(provider)));
      const clear = (provider: string): Promise<FaultReply[]> =>
        callSandbox(options, env, { method: 'POST', path, body: { provider, clear: true } });
      let left = failing;
      for (const provider of named === undefined ? all : [named]) left = await clear(provider);
      tell(options, left);
    });
}

function readWhole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

function readShare(text: string): unknown {
  if (/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) return exactNumber(text);
  throw new InvalidArgumentError('It must be a number up to 1, such as 0.5.');
}

function readList(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}

const conditions = ['provider', 'verbs', 'rate', 'seed', 'remaining', 'calls'];

function faultsText(list: readonly FaultReply[]): string {
  if (list.length === 0) return 'No faults: the simulated providers work.\n';
  const rows = list.map((fault) => {
    const effects = Object.entries(fault)
      .filter(([name]) => !conditions.includes(name))
      .map(([name, value]) => (value === true ? name : `${name} ${cell(value)}`));
    const { provider, verbs = 'all', rate = 1, remaining, calls } = fault;
    return [provider, effects, verbs, rate, remaining, calls].map(cell);
  });
  return table([['PROVIDER', 'FAULT', 'CALLS', 'RATE', 'REMAINING', 'SEEN'], ...rows]);
}
