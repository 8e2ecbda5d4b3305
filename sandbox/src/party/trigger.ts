// The type of a row of the trigger catalogue: a value and the behaviour it causes.

export interface Trigger {
  /** What the value is, such as card or amount; the party explains its kinds. */
  readonly kind: string;
  readonly value: string;
  /** The name of the party that decides. */
  readonly provider: string;
  readonly outcome: string;
  readonly description: string;
}

/** The triggers of one kind and party, from a table. */
export const triggersOf = <const Outcome extends string>(
  kind: string,
  provider: string,
  rows: readonly (readonly [outcome: Outcome, value: string, description: string])[],
) => rows.map(([outcome, value, description]) => ({ kind, value, provider, outcome, description }));

/** The triggers of one kind that a party has. */
export interface TriggerKind {
  /** Heading of the group in lists. */
  readonly title: string;
  /** What the value is compared with. */
  readonly meaning: string;
}
