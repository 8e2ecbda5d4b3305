// When the payments of a merchant are settled, and where it is paid out. The operator sets it;
// settlement/calendar.ts computes the times.

interface MethodDelay {
  readonly afterDays: number;
}

export interface SettlementRules {
  /** Days from the business day of a payment until it is settled. */
  readonly afterDays: number;
  /** The bank account for payouts. */
  readonly account: string | null;
  /** The local time at which a business day ends: `HH:MM`, up to `24:00`. */
  readonly cutOff: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** By method name: methods with a delay of their own. */
  readonly methods: Readonly<Record<string, MethodDelay>>;
}

export const defaultSettlementRules: SettlementRules = {
  afterDays: 1,
  account: null,
  cutOff: '24:00',
  timeZone: 'Europe/Warsaw',
  methods: {},
};

/** What a change may contain; a method without a delay follows the merchant again. */
export type SettlementChange = Partial<Omit<SettlementRules, 'methods'>> & {
  readonly methods?: Readonly<Record<string, Partial<MethodDelay>>>;
};

/** New fields replace the old ones, including fields that an older version did not write. */
export function mergeSettlement(
  before: SettlementChange,
  changes: SettlementChange = {},
): SettlementRules {
  const methods = Object.entries({ ...before.methods, ...changes.methods });
  return {
    ...defaultSettlementRules,
    ...before,
    ...changes,
    methods: Object.fromEntries(
      methods.flatMap(([name, { afterDays }]) =>
        afterDays === undefined ? [] : [[name, { afterDays }] as const],
      ),
    ),
  };
}
