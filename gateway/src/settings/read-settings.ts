// Reads tables of settings from an environment and collects everything that is wrong, one sentence
// each.

import type { Setting, Table, ValuesOf } from './setting.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** One sentence for each error. */
export class BadConfig extends Error {
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new BadConfig(...problems);
}

type IsSet = (name: string) => boolean;

/** What settings must be together; one sentence for each problem. */
export type Check<Values> = (values: Values, isSet: IsSet) => readonly string[];

/** Values are right only if there are no `badValues`. */
export interface SettingsReader {
  readonly isSet: IsSet;
  read<T extends Table>(table: T): ValuesOf<T>;
  /**
   * The settings of a service outside, which are complete or not set at all. The first one turns it
   * on. Null: it is not set.
   */
  readService<T extends Table>(table: T): ValuesOf<T> | null;
  readonly badValues: string[];
  readonly incomplete: string[];
  /** What production refuses. */
  readonly unsafe: string[];
}

export function settingsReader(env: Env, isProduction: boolean): SettingsReader {
  const textOf = (name: string): string => env[name]?.trim() ?? '';
  const isSet: IsSet = (name) => textOf(name) !== '';
  const badValues: string[] = [];
  const incomplete: string[] = [];
  const unsafe: string[] = [];

  const readOne = (setting: Setting<unknown>): unknown => {
    const { name, fallback, productionFallback = fallback, rule } = setting;
    const given = isSet(name);
    const value = given
      ? setting.parse(textOf(name))
      : isProduction
        ? productionFallback
        : fallback;
    if (value === undefined) {
      badValues.push(`${name} ${given ? rule : 'must be set'}`);
      return undefined;
    }
    const why = setting.refuseInProduction?.(value, given);
    if (why !== undefined) unsafe.push(`${name} ${why}`);
    return value;
  };

  const read = <T extends Table>(table: T): ValuesOf<T> => {
    const values = Object.entries(table).map(([field, setting]) => [field, readOne(setting)]);
    return Object.fromEntries(values) as ValuesOf<T>;
  };

  return {
    isSet,
    badValues,
    incomplete,
    unsafe,
    read,
    readService(table) {
      const all: readonly Setting<unknown>[] = Object.values(table);
      const missing = missingIn(all, isSet);
      incomplete.push(...missing);
      if (missing.length === 0 && isSet(all[0]?.name ?? '')) return read(table);
      for (const setting of all.filter(({ name }) => isSet(name))) readOne(setting);
      return null;
    },
  };
}

/** What the settings of a service still need. */
function missingIn(all: readonly Setting<unknown>[], isSet: IsSet): string[] {
  const first = all[0]?.name ?? '';
  const required = all.filter(({ fallback }) => fallback === undefined).map(({ name }) => name);
  if (isSet(first)) {
    const missing = required.filter((name) => !isSet(name));
    return missing.length > 0 ? [`${first} needs ${missing.join(', ')}`] : [];
  }
  const others = all.filter(({ fallback, mayBeAlone }) => fallback !== undefined && !mayBeAlone);
  const given = [...required.filter(isSet).slice(0, 1), ...others.map(({ name }) => name)];
  return given.filter(isSet).map((name) => `${name} needs ${first}`);
}
