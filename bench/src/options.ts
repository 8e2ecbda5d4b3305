// The flags of `npm run bench`.

import { parseArgs } from 'node:util';

const parts = ['deliveries', 'connectors'] as const;
type Part = (typeof parts)[number];

export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  /** Payments of a merchant with a long history. */
  readonly history: number;
  /** The only part that is measured; undefined: all of them. */
  readonly only: Part | undefined;
  readonly jsonFile: string | undefined;
  readonly profileFile: string | undefined;
}

export class BadFlag extends Error {}

export const usage = `npm run bench -- [flags]
  --seconds N       length of each measured window (4)
  --rounds N        rounds of gateway and pgbench in turn; medians are printed (3)
  --connections N   HTTP connections, and the most clients pgbench gets (128)
  --history N       payments of the merchant with a long history (1000000)
  --only PART       deliveries: only notifications; connectors: only payments through each of them;
                    one pair of windows per round
  --json FILE       writes all numbers of all rounds to FILE
  --profile FILE    writes the gateway's CPU profile to FILE and prints where its time went
  --help            prints this`;

/** As many connections as PostgreSQL accepts besides the gateway's own. */
export const maxClients = 180;
const most = { seconds: 600, rounds: 100, connections: maxClients, history: 1_000_000 } as const;
/** At least ten times the short history. */
const leastHistory = 1000;

/** The options, or undefined if help was requested. */
export function readOptions(words: readonly string[]): Options | undefined {
  const values = parse(words);
  if (values.help) return undefined;
  return {
    seconds: readNumber('seconds', values.seconds),
    rounds: readNumber('rounds', values.rounds),
    connections: readNumber('connections', values.connections),
    history: readNumber('history', values.history, leastHistory),
    only: onlyPart(values.only),
    jsonFile: values.json,
    profileFile: values.profile,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        seconds: { type: 'string', default: '4' },
        rounds: { type: 'string', default: '3' },
        connections: { type: 'string', default: '128' },
        history: { type: 'string', default: '1000000' },
        only: { type: 'string' },
        json: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new BadFlag(error instanceof Error ? error.message : String(error));
  }
}

function onlyPart(text: string | undefined): Part | undefined {
  const part = parts.find((one) => one === text);
  if (text !== undefined && !part) throw new BadFlag(`--only must be ${parts.join(' or ')}`);
  return part;
}

function readNumber(name: keyof typeof most, text: string, least = 1): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most[name])) {
    throw new BadFlag(`--${name} must be a whole number from ${least} to ${most[name]}`);
  }
  return value;
}
