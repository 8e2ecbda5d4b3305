// The settings of a module as a table of environment variables. Whatever reads, checks or describes
// settings works on these tables.

/** The values that a variable may have. */
export interface Kind<T> {
  /** What a value must be, as the end of a sentence about the variable. */
  readonly rule: string;
  /** Undefined: the text is not such a value. */
  parse(text: string): T | undefined;
  /** The value if the variable is not set; absent: it must be set. */
  readonly fallback?: T;
  /** Absent: as `fallback`. */
  readonly productionFallback?: T;
  /** The default in the documentation; absent: `fallback`. */
  readonly shown?: string;
  readonly isSecret?: boolean;
  /** In a service: whether it may be set although the service is not. */
  readonly mayBeAlone?: boolean;
  /** Why production refuses the value, as the end of a sentence; undefined: it does not. */
  refuseInProduction?(value: T, isSet: boolean): string | undefined;
}

export interface Setting<T> extends Kind<T> {
  readonly name: string;
  readonly meaning: string;
}

/** By the name of the field that holds the value. */
export type Table = Readonly<Record<string, Setting<unknown>>>;

export type ValuesOf<T extends Table> = {
  readonly [Field in keyof T]: T[Field] extends Setting<infer Value> ? Value : never;
};

/** The values of a table that was read. */
export type SettingsLookup = <T extends Table>(table: T) => ValuesOf<T>;

type Row<T> = readonly [kind: Kind<T>, meaning: string, other?: Partial<Setting<NoInfer<T>>>];

/**
 * Variables are named after their fields: with BRAMKA, the field `logLevel` is BRAMKA_LOG_LEVEL. A
 * row with another name says so.
 */
export function settings<Values extends object>(
  prefix: string,
  rows: { readonly [Field in keyof Values]: Row<Values[Field]> },
): { readonly [Field in keyof Values]: Setting<Values[Field]> } {
  const nameOf = (field: string): string =>
    `${prefix}_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  const table = Object.entries<Row<unknown>>(rows).map(([field, [kind, meaning, other]]) => [
    field,
    { name: nameOf(field), meaning, ...kind, ...other },
  ]);
  return Object.fromEntries(table) as { [Field in keyof Values]: Setting<Values[Field]> };
}

/** The values of settings that are not set. */
export function defaultsOf<T extends Table>(table: T): ValuesOf<T> {
  const values = Object.entries(table).map(([field, { fallback }]) => [field, fallback]);
  return Object.fromEntries(values) as ValuesOf<T>;
}

/** A variable for the documentation. */
export type Variable = readonly [name: string, shown: string, meaning: string, isSecret: boolean];

export function variablesOf(tables: readonly Table[]): Variable[] {
  return tables.flatMap((table) =>
    Object.values(table).map(({ name, fallback, shown, meaning, isSecret = false }) => {
      const isSimple = ['string', 'number', 'boolean'].includes(typeof fallback);
      return [name, shown ?? (isSimple ? String(fallback) : ''), meaning, isSecret];
    }),
  );
}
