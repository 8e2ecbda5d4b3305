// Budgets: after a number of wrong card numbers or declines within a period, correct ones are
// refused as well, so that guessing reveals nothing more. Counts are shared by all nodes; each node
// remembers for a second which budgets are used up, so that a normal payment needs no query.

import type { Clock, Instant } from '../../core/clock.ts';
import { Refusal, type RefusalCode } from '../../core/refusals.ts';
import type { Caller } from '../caller.ts';
import { rateLimit } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import { budgetKinds, isRemembered, type BudgetSettings } from './budget-settings.ts';
import type { Budget, BudgetRow, BudgetStore } from './budget.store.ts';

/** Who used up a budget, for the audit log. A null caller: many callers share it. */
interface BudgetUse {
  readonly merchantId: string;
  readonly caller: Caller | null;
  readonly paymentId: string | null;
}

export interface Guess {
  /** Counted exactly: only one guess is decided at a time. */
  readonly budget: Budget;
  /** Budgets that count wrong guesses too. */
  readonly others: readonly Budget[];
  readonly isWrong: boolean;
  readonly code: RefusalCode;
  readonly use: BudgetUse;
}

export type Budgets = ReturnType<typeof createBudgets>;

export interface BudgetParts {
  readonly store: BudgetStore;
  readonly settings: BudgetSettings;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'alarms'>;
  readonly log: { error(facts: object, message: string): void };
  /** Records in the audit log that guesses were stopped. */
  readonly audit: (budget: Budget, use: BudgetUse) => Promise<void>;
}

/** How long a node relies on what it has read. */
const FRESH_MS = 1000;
/** More budgets than this are used up at the same time only during a massive attack. */
const MAX_USED_UP = 10_000;

/** The limit in rows of budgets that no node remembers as used up. */
const NOT_REMEMBERED = 2 ** 31 - 1;

const keyOf = ({ merchantId, kind, subject }: Budget): string =>
  `${merchantId}\n${kind}\n${subject}`;

export function createBudgets(parts: BudgetParts) {
  const { store, settings, clock } = parts;
  const { cardTriesPerSecond, slowTriesPerMinute } = settings;
  const usedUp = createUsedUp(parts);
  const take = taker(parts, usedUp);
  const endOf = async (list: readonly Budget[]): Promise<Instant | undefined> => {
    const counted = limited(settings, list);
    if (counted.length === 0) return undefined;
    await usedUp.refresh();
    return counted.map((one) => usedUp.endOf(one)).find((end) => end !== undefined);
  };
  /** Refuses if one of the budgets is used up. */
  const refuseUsedUp = async (list: readonly Budget[], code: RefusalCode): Promise<void> => {
    const endsAt = await endOf(list);
    if (endsAt === undefined) return;
    throw new Refusal(code, [], Math.max(1, Math.ceil((endsAt - clock.now()) / 1000)));
  };
  return {
    settings,
    /** Card tries of an address on payment pages, and of an address at a slowed merchant. */
    tries: rateLimit(cardTriesPerSecond, clock.monotonicMs),
    slowTries: rateLimit(slowTriesPerMinute / 60, clock.monotonicMs),
    refuseUsedUp,
    isUsedUp: async (list: readonly Budget[]) => (await endOf(list)) !== undefined,
    /** Counts a wrong guess; refuses a right one too when one of the budgets is used up. */
    async guess({ budget, others, isWrong, code, use }: Guess): Promise<void> {
      const all = [budget, ...others];
      await refuseUsedUp(all, code);
      const isLeft = await take([budget], isWrong ? 1 : 0, use);
      if (isLeft && (!isWrong || (await take(others, 1, use)))) return;
      await refuseUsedUp(all, code);
      // The period of the budget has ended since.
      throw new Refusal(code, [], 1);
    },
    /** The stored row decides, not what this node remembers. Counts if the guess is wrong. */
    isLeft: (budget: Budget, isWrong: boolean, use: BudgetUse) =>
      take([budget], isWrong ? 1 : 0, use),
    async count(list: readonly Budget[], use: BudgetUse): Promise<void> {
      const left = list.filter((one) => usedUp.endOf(one) === undefined);
      await take(left, 1, use);
    },
    forget: (limit: number) => store.forget(clock.now(), limit),
  };
}

const limitOf = (settings: BudgetSettings, { kind }: Budget): number =>
  budgetKinds[kind].most(settings);

function limited(settings: BudgetSettings, list: readonly Budget[]): Budget[] {
  return list.filter((one) => limitOf(settings, one) > 0);
}

/** Counts, or with step 0 only decides. False: one of the budgets had nothing left. */
type Take = (list: readonly Budget[], step: 0 | 1, use: BudgetUse) => Promise<boolean>;

function taker(parts: BudgetParts, usedUp: UsedUpBudgets): Take {
  const { store, settings, clock } = parts;
  return async (list, step, use) => {
    const counted = limited(settings, list);
    if (counted.length === 0) return true;
    const at = clock.now();
    const rows = counted.map(({ merchantId, kind, subject }) => {
      const one = { merchantId, kind, subject };
      const most = isRemembered(kind) ? limitOf(settings, one) : NOT_REMEMBERED;
      return { ...one, most, endsAt: at + budgetKinds[kind].forMs };
    });
    const taken = await store.take(rows, step, at);
    for (const one of taken) {
      if (step === 0 || one.used !== limitOf(settings, one)) continue;
      if (isRemembered(one.kind)) usedUp.add(one);
      await raise(parts, one, use);
    }
    const left = taken.filter((one) => one.used - step < limitOf(settings, one));
    if (left.length === counted.length) return true;
    // Another node has used up the budget since.
    if (counted.some(({ kind }) => isRemembered(kind))) await usedUp.reload();
    return false;
  };
}

type UsedUpBudgets = ReturnType<typeof createUsedUp>;

/** The budgets that are used up. */
function createUsedUp({ store, clock, settings }: BudgetParts) {
  let rows = new Map<string, BudgetRow>();
  let loadedMs = -Infinity;
  let loading: Promise<void> | undefined;
  let added: BudgetRow[] = [];

  const load = async (): Promise<void> => {
    const startedMs = clock.monotonicMs();
    added = [];
    const stored = await store.usedUp(clock.now(), MAX_USED_UP);
    // What this node has counted meanwhile may be newer than what was read.
    rows = new Map([...stored, ...added].map((row) => [keyOf(row), row]));
    loadedMs = startedMs;
  };
  const reload = (): Promise<void> =>
    (loading ??= load().finally(() => {
      loading = undefined;
    }));
  return {
    reload,
    /** Reads the budgets unless that was done less than a second ago. */
    refresh: async () => {
      if (clock.monotonicMs() - loadedMs >= FRESH_MS) await reload();
    },
    add(row: BudgetRow): void {
      rows.set(keyOf(row), row);
      added.push(row);
    },
    /** Until when the budget is used up; undefined if it is not, as far as this node knows. */
    endOf(budget: Budget): Instant | undefined {
      const row = rows.get(keyOf(budget));
      // The limit may have been raised since.
      const isUsedUp = row && row.used >= limitOf(settings, budget) && row.endsAt > clock.now();
      return isUsedUp ? row.endsAt : undefined;
    },
  };
}

/** Raised once per budget and period: only one statement takes the last of it. */
async function raise(
  { metrics, log, audit }: BudgetParts,
  budget: BudgetRow,
  use: BudgetUse,
): Promise<void> {
  const { kind, subject } = budget;
  const { alarm, isLogged } = budgetKinds[kind];
  metrics.alarms.inc({ alarm });
  const { merchantId, paymentId } = use;
  const about = { ...(isLogged ? { subject } : {}), ...(paymentId === null ? {} : { paymentId }) };
  log.error({ alarm, budget: kind, merchantId, ...about }, 'a budget is used up');
  if (alarm === 'card-guessing') await audit(budget, use);
}
