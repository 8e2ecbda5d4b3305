// Reads the arguments of the test commands: `npm test -- paths… --name "words"`.
import { parseArgs } from 'node:util';
import { tiers, type Tier } from './tiers.ts';

export interface Arguments {
  readonly tier: Tier;
  /** Parts of the paths of test files; they select from all tiers. */
  readonly paths: readonly string[];
  readonly names: readonly string[];
  /** The commit to compare with; undefined: not asked for. */
  readonly changedSince: string | undefined;
  /** Whether files that failed are run once more. */
  readonly reruns: boolean;
  /** Decides a random order of the files; undefined: the longest ones first. */
  readonly order: number | undefined;
}

/** An argument that cannot be used; the message is for the person who typed it. */
export class WrongArgument extends Error {}

export function readArguments(words: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  const tier = tiers.find((one) => one === values.tier);
  if (tier === undefined) throw new WrongArgument(`The tiers are ${tiers.join(', ')}.`);
  const { name: names = [], changed = false } = values;
  const reruns = values['no-rerun'] !== true;
  const order = values.order === undefined ? undefined : Number(values.order);
  if (changed) {
    if (positionals.length > 1 || names.length > 0) {
      throw new WrongArgument('test:changed takes one argument: the commit to compare with.');
    }
    return { tier, paths: [], names, changedSince: positionals[0] ?? 'HEAD', reruns, order };
  }
  if (names.length > 0 && positionals.length === 0) {
    throw new WrongArgument('--name needs a path: npm test -- payments/split --name "adds up"');
  }
  return { tier, paths: positionals, names, changedSince: undefined, reruns, order };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        tier: { type: 'string', default: 'main' },
        name: { type: 'string', multiple: true },
        changed: { type: 'boolean' },
        'no-rerun': { type: 'boolean' },
        order: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WrongArgument(error instanceof Error ? error.message : String(error));
  }
}
