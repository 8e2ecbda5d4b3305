// `bramka faults …`: makes a simulated provider of a running sandbox fail on purpose, and makes it
// work again.

import { InvalidArgumentError, type Command } from 'commander';
import { Failure } from '../failure.ts';
import { addGroup, withGateway, type GatewayOptions } from '../api/options.ts';
import { callSandbox } from '../api/sandbox.ts';
import { cell, json, table } from '../print.ts';
import type { CommandContext } from '../context.ts';

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
  readonly rate?: number;
  readonly seed?: number;
  readonly remaining?: number;
}

const path = '/sandbox/faults';

const help = `
Examples:
  bramka faults set acquirer --timeout --remaining 1
  bramka faults set acquirer --drop-answer --verbs capture
  bramka faults set directory --outage
  bramka faults clear`;

export function addFaultCommands(program: Command, { env, print }: CommandContext): void {
  const faults = addGroup(
    program,
    'faults',
    'make a simulated provider of a sandbox fail on purpose',
    help,
  );
  const show = (options: GatewayOptions, list: readonly FaultReply[]): void =>
    print(options.json ? json(list) : faultsText(list));
  const send = async (options: GatewayOptions, body: object): Promise<void> =>
    show(options, await callSandbox<FaultReply[]>(options, env, { path, body }));

  withGateway(faults.command('list'))
    .description('list the faults in force')
    .action(async (options: GatewayOptions) =>
      show(options, await callSandbox<FaultReply[]>(options, env, { path })),
    );
  withGateway(faults.command('set'))
    .description('replace the faults of a provider')
    .argument('[provider]', 'the simulated provider, such as directory', 'acquirer')
    .option('--latency <ms>', 'requests arrive this much later', readNumber)
    .option('--timeout', 'requests are lost: not processed, no answer')
    .option('--drop-answer', 'requests are processed, but the answer is lost')
    .option('--outage', 'requests are not processed, the answer is an error')
    .option('--duplicate', 'requests are processed twice')
    .option('--duplicate-callback', 'a result is sent twice at the same moment')
    .option('--reorder-callback', 'the customer returns before the result is sent')
    .option('--verbs <verbs>', 'only these calls, such as authorize,capture or areq,rreq', readList)
    .option('--rate <share>', 'share of the calls that fail, such as 0.5', readShare)
    .option('--seed <number>', 'seed that decides which calls fail', readNumber)
    .option('--remaining <count>', 'how many calls fail before the fault ends', readNumber)
    .action((provider: string, options: FaultOptions) => {
      const { url: _url, json: _json, latency: latencyMs, ...rest } = options;
      const namesNoFault = Object.keys(rest).every((name) => conditions.includes(name));
      if (latencyMs === undefined && namesNoFault) {
        throw new Failure('name a fault, such as --outage; `bramka faults set --help` lists them');
      }
      return send(options, { provider, ...rest, latencyMs });
    });
  withGateway(faults.command('clear'))
    .description('end the faults of a provider')
    .argument('[provider]', 'the simulated provider; absent: all of them')
    .action(async (named: string | undefined, options: GatewayOptions) => {
      const failing = await callSandbox<FaultReply[]>(options, env, { path });
      const all = new Set(failing.map(({ provider }) => cell(provider)));
      const clear = (provider: string): Promise<FaultReply[]> =>
        callSandbox(options, env, { path, body: { provider, clear: true } });
      let left = failing;
      for (const provider of named === undefined ? all : [named]) left = await clear(provider);
      show(options, left);
    });
}

function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

function readShare(text: string): number {
  if (/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number up to 1, such as 0.5.');
}

function readList(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}

const conditions = ['provider', 'verbs', 'rate', 'seed', 'remaining', 'calls'];

function faultsText(list: readonly FaultReply[]): string {
  if (list.length === 0) return 'No faults: the simulated providers work normally.\n';
  const rows = list.map((fault) => {
    const effects = Object.entries(fault)
      .filter(([name]) => !conditions.includes(name))
      .map(([name, value]) => (value === true ? name : `${name} ${cell(value)}`));
    const { provider, verbs = 'all', rate = 1, remaining, calls } = fault;
    return [provider, effects, verbs, rate, remaining, calls].map(cell);
  });
  return table([['PROVIDER', 'FAULT', 'CALLS', 'RATE', 'REMAINING', 'SEEN'], ...rows]);
}
