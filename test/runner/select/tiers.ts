// Which test files belong to which command. Unit tests are in every tier but `rest`. Suites that
// run on each database run on one of them in `main` and on the other one in `rest`.

export type Tier = 'unit' | 'main' | 'rest' | 'all';

export const tiers: readonly Tier[] = ['unit', 'main', 'rest', 'all'];

/**
 * The longest row that a path begins with decides. Stores and contracts are in `main` wherever they
 * are, and so are files without a row.
 */
export const rows: readonly (readonly [start: string, tier: 'main' | 'rest'])[] = [
  ['test/browser/', 'rest'],
  ['test/browser/every-method.', 'main'],

  // One crash for each path of the engine.
  ['test/faults/', 'rest'],
  ['test/faults/failpoints.', 'main'],
  ['test/faults/refund-crashes.', 'main'],
  ['test/faults/waiting-crashes.', 'main'],
  ['test/faults/settlement-crashes.', 'main'],
  ['test/faults/delivery-crashes.', 'main'],
  ['test/faults/authentication-crashes.', 'main'],
  ['test/faults/tokenizer-crashes.', 'main'],

  // One race for each path of the engine.
  ['test/races/', 'rest'],
  ['test/races/holds.', 'main'],
  ['test/races/refunds.', 'main'],
  ['test/races/series.', 'main'],
  ['test/races/waiting.', 'main'],
  ['test/races/wallets.', 'main'],

  // The command line and the simulated providers; journeys use both.
  ['cli/', 'rest'],
  ['cli/src/pay.', 'main'],
  ['cli/src/payments.', 'main'],
  ['sandbox/', 'rest'],

  ['test/input/', 'rest'],
  ['test/dev/', 'rest'],
  ['test/examples/', 'rest'],
  ['test/failover/', 'rest'],
  ['test/guides/commands.', 'rest'],
  ['test/prove/', 'rest'],
  ['test/simulator/', 'rest'],
  // The runner and the set-up of the tests themselves.
  ['test/runner/', 'rest'],
  ['test/setup/', 'rest'],
  ['test/support/', 'rest'],
  ['test/browser/support/', 'rest'],
  ['client/packed/', 'rest'],
  ['test/release/', 'rest'],
];

export function tierOf(file: string): 'main' | 'rest' {
  if (/\.(store|contract)\.test\.ts$/.test(file)) return 'main';
  const found = rows.filter(([start]) => file.startsWith(start));
  const [longest] = found.toSorted(([one], [other]) => other.length - one.length);
  return longest?.[1] ?? 'main';
}

export interface TestFile {
  readonly path: string;
  readonly isUnit: boolean;
  /** Some of its suites run on one database in `main` and on the other one in `rest`. */
  readonly isOnEachDatabase: boolean;
}

export function isIn(tier: Tier, { path, isUnit, isOnEachDatabase }: TestFile): boolean {
  if (tier === 'all') return true;
  if (isUnit || tier === 'unit') return isUnit && tier !== 'rest';
  return tierOf(path) === tier || (tier === 'rest' && isOnEachDatabase);
}

/**
 * Tells the processes of test files on which databases they run, see `databasesOfTier` in
 * test/support/installation.ts. Files that are named run on both.
 */
export function passTier(
  { tier, paths }: { readonly tier: Tier; readonly paths: readonly string[] },
  env: NodeJS.ProcessEnv,
): void {
  delete env['BRAMKA_TEST_TIER'];
  if (paths.length > 0) return;
  if (tier === 'main' || tier === 'rest') env['BRAMKA_TEST_TIER'] = tier;
}
