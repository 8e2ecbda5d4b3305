// How the clock of a sandbox is printed: its time, how far it is from real time, and what the jobs
// did that became due when it was moved.

const unitSeconds = { d: 86_400, h: 3600, m: 60, s: 1 };

export interface ClockReading {
  readonly now: string;
  readonly frozen: boolean;
  readonly offsetSeconds: number;
}

/** The clock runs between two readings, so a smaller difference is ignored. */
const SAME_SECONDS = 2;

export function isMoved({ frozen, offsetSeconds }: ClockReading): boolean {
  return frozen || Math.abs(offsetSeconds) >= SAME_SECONDS;
}

/** `2030-01-31T12:00:00.000Z, frozen, 31d 2h ahead of real time`. */
export function clockText(reading: ClockReading): string {
  const { now, frozen, offsetSeconds } = reading;
  const state = frozen ? 'frozen' : 'running';
  if (Math.abs(offsetSeconds) < SAME_SECONDS) return `${now}, ${state}, real time`;
  const side = offsetSeconds > 0 ? 'ahead of' : 'behind';
  return `${now}, ${state}, ${durationText(Math.abs(offsetSeconds))} ${side} real time`;
}

/** `31d`, `1d12h`, `90s` as seconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [match, ...counts] = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  if (!match) return undefined;
  return Object.values(unitSeconds).reduce(
    (sum, seconds, index) => sum + seconds * Number(counts[index] ?? 0),
    0,
  );
}

/** `31d 2h`. */
export function durationText(seconds: number): string {
  let rest = seconds;
  const words: string[] = [];
  for (const [unit, size] of Object.entries(unitSeconds)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${count}${unit}`);
  }
  return words.join(' ') || '0s';
}

/** What one run of each job counts, in the singular and in the plural. */
export const jobWork: Readonly<Record<string, readonly [one: string, many: string]>> = {
  resolve: [
    'time a provider was asked for the result of a call it had not answered',
    'times a provider was asked for the result of a call it had not answered',
  ],
  unconnected: [
    'provider is not connected, although payments wait for its results',
    'providers are not connected, although payments wait for their results',
  ],
  end: [
    'deadline passed: a payment expired, a hold was released, or a 3-D Secure step timed out',
    'deadlines passed: payments expired, holds were released, or 3-D Secure steps timed out',
  ],
  tokenize: [
    'tokenization continued (its payment ended, or a token service was asked again)',
    'tokenizations continued (their payments ended, or a token service was asked again)',
  ],
  deliver: ['event was sent to its merchant', 'events were sent to their merchants'],
  'delivery-metrics': ['measurement of deliveries', 'measurements of deliveries'],
  'forget-deliveries': [
    'attempt to deliver an event was deleted or shortened after its time',
    'attempts to deliver events were deleted or shortened after their time',
  ],
  receivers: ['address of a merchant was checked', 'addresses of merchants were checked'],
  settle: [
    'step of a settlement run (a payment was settled, or a batch closed)',
    'steps of settlement runs (payments were settled, and batches closed)',
  ],
  'remove-tokens': [
    'discarded network token was deleted at its token service',
    'discarded network tokens were deleted at their token services',
  ],
  'confirm-checkouts': ['checkout reported to Click to Pay', 'checkouts reported to Click to Pay'],
  'forget-wallet-tokens': ['expired wallet token forgotten', 'expired wallet tokens forgotten'],
  'purge-tokens': [
    'tokenization or discarded token older than three months was deleted',
    'tokenizations or discarded tokens older than three months were deleted',
  ],
  'check-ledger': [
    'balance is not the sum of its transfers: see the log',
    'balances are not the sums of their transfers: see the log',
  ],
  outage: ['check of a database that was unavailable', 'checks of an unavailable database'],
  'forget-codes': [
    'card security code was deleted because it had waited too long',
    'card security codes were deleted because they had waited too long',
  ],
  'rotate-keys': [
    'key, or value sealed with it, was replaced by a rotation',
    'keys, or values sealed with them, were replaced by a rotation',
  ],
  backfill: [
    'row was changed for a new version of the gateway',
    'rows were changed for a new version of the gateway',
  ],
  reconcile: [
    'page of a settlement file was compared with the ledger',
    'pages of settlement files were compared with the ledger',
  ],
  purge: [
    'record older than three months lost its card and personal data',
    'records older than three months lost their card and personal data',
  ],
  'card-ranges': [
    'directory server sent its 3-D Secure card ranges',
    'directory servers sent their 3-D Secure card ranges',
  ],
  'bin-table': ['changed BIN table was loaded', 'changed BIN tables were loaded'],
  'wallet-roots': [
    'changed file with roots or keys of a wallet was loaded',
    'changed files with roots or keys of wallets were loaded',
  ],
  'success-rates': [
    'step in which authorizations were counted for success rates',
    'steps in which authorizations were counted for success rates',
  ],
  'encryption-keys': [
    'key for encrypted card fields was replaced, or deleted after its time',
    'keys for encrypted card fields were replaced, or deleted after their time',
  ],
  'wallet-expiry': [
    'warning about the certificate of a wallet was logged',
    'warnings about certificates of wallets were logged',
  ],
  'forget-budgets': [
    'count of wrong card numbers or declines was deleted',
    'counts of wrong card numbers or declines were deleted',
  ],
  'forget-answers': [
    'stored answer of an Idempotency-Key was deleted after 24 hours',
    'stored answers of Idempotency-Keys were deleted after 24 hours',
  ],
  acs: [
    'step of the simulated bank (a challenge timed out or a result was sent)',
    'steps of the simulated bank (challenges timed out or results were sent)',
  ],
  blik: [
    'step of the simulated BLIK operator (a confirmation timed out or a result was sent)',
    'steps of the simulated BLIK operator (confirmations timed out or results were sent)',
  ],
  itn: [
    'notification (ITN) of the simulated Autopay was sent',
    'notifications (ITN) of the simulated Autopay were sent',
  ],
  bank: [
    'step of a simulated bank (a transfer expired or a refund was made)',
    'steps of simulated banks (transfers expired or refunds were made)',
  ],
  'bank-lists': [
    'list of banks was read from its provider',
    'lists of banks were read from their providers',
  ],
};

/** One line per job that found work, such as `end: 1 deadline passed: …`. */
export function jobLines(fired: Readonly<Record<string, number>>): [job: string, work: string][] {
  return Object.entries(fired)
    .filter(([, count]) => count > 0)
    .map(([job, count]) => {
      const [one, many] = jobWork[job] ?? ['run found work', 'runs found work'];
      return [job, `${count} ${count === 1 ? one : many}`];
    });
}
