// kill -9 between the attempts of one authorization at two providers: the customer is charged at
// most once, and every payment ends with a clear status. The first provider declines because it
// does not reach the issuer, or it refuses connections.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { CardPayment } from '../support/client.ts';
import { createFarAcquirer, type FarAcquirer } from '../support/failover/far-acquirer.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createInstallation, databasesOfTier } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { paymentIdOf } from '../support/life/payments.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { onDatabases } from '../support/waiting/on-databases.ts';

/** So long that nothing becomes due before the clock is moved. */
const timing = { BRAMKA_PROVIDER_TIMEOUT_MS: '60000', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '60000' };
const DUE_SECONDS = 200;

interface Crash {
  readonly first: 'declines' | 'refuses connections';
  readonly at: string;
  /** Of the first or of the second attempt. */
  readonly call: 1 | 2;
  readonly end: string;
  /** The attempts afterwards, in their order. */
  readonly attempts: readonly string[];
}

const declines = 'declines';
const refuses = 'refuses connections';

const crashes: readonly Crash[] = [
  crash(declines, 'attempt.committed', 1, 'ERROR', 'sandbox VOID'),
  crash(declines, 'outcome.received', 1, 'REJECTED', 'sandbox DECLINED'),
  crash(declines, 'outcome.committed', 1, 'ERROR', 'sandbox DECLINED', 'after VOID'),
  crash(declines, 'attempt.committed', 2, 'ERROR', 'sandbox DECLINED', 'after VOID'),
  crash(declines, 'outcome.received', 2, 'COMPLETED', 'sandbox DECLINED', 'after APPROVED'),
  crash(declines, 'outcome.committed', 2, 'COMPLETED', 'sandbox DECLINED', 'after APPROVED'),
  crash(refuses, 'outcome.received', 1, 'ERROR', 'before VOID'),
  crash(refuses, 'outcome.committed', 1, 'ERROR', 'before DECLINED', 'sandbox VOID'),
  crash(refuses, 'outcome.received', 2, 'COMPLETED', 'before DECLINED', 'sandbox APPROVED'),
];

function crash(
  first: Crash['first'],
  at: string,
  call: 1 | 2,
  end: string,
  ...attempts: string[]
): Crash {
  return { first, at, call, end, attempts };
}

/** On the embedded database only what depends on storage: killed before and after the commit. */
const embeddedCrashes = crashes.filter(({ first, at, call }) => {
  return (
    first === declines && (at === 'outcome.committed' || (at === 'outcome.received' && call === 2))
  );
});

const cards = { [declines]: '4000000000010910', [refuses]: '4111111111111111' };

const ATTEMPTS = `select provider, state from attempts
  where payment_id = $1 and verb = 'authorize' order by started_at`;

onDatabases(databasesOfTier, 'killed between two providers', (database: DatabaseKind) => {
  const list = database === 'postgres' ? crashes : embeddedCrashes;
  const paid = new Map<Crash, Omit<CardPayment, 'token'>>();
  const ids = new Map<Crash, string>();
  let installation: Installation;
  let first: FarAcquirer;
  let second: FarAcquirer;
  let survivor: Gateway;
  let token: string;

  const start = (env: Record<string, string>): Promise<Gateway> =>
    startGateway({ installation, program: 'failover', env: { ...timing, ...env } });

  /** The process kills itself at its point. */
  async function die(one: Crash, isFirst: boolean): Promise<void> {
    const far =
      one.first === declines
        ? { TEST_ACQUIRER_AFTER: second.url }
        : { TEST_ACQUIRER_BEFORE: first.url };
    const point = { BRAMKA_FAILPOINTS: `${one.at}=kill:${String(one.call)}` };
    const doomed = await start({ ...far, ...point });
    // What a kill leaves open must not become due in the next process, which would be killed by it.
    if (isFirst) await moveClock(doomed, { freeze: true });
    const payment = { card: cards[one.first], orderId: randomUUID(), key: randomUUID() };
    paid.set(one, payment);
    const calling = doomed.payByCard({ token: await doomed.authenticate(), ...payment });
    await calling.catch(() => undefined);
    assert.equal(await doomed.exited(), null, 'it died by the signal');
  }

  before(async () => {
    installation = await createInstallation(database);
    [first, second] = [await createFarAcquirer(), await createFarAcquirer()];
    await second.open();
    for (const one of list) await die(one, one === list[0]);
    await first.open();
    survivor = await start({ TEST_ACQUIRER_BEFORE: first.url, TEST_ACQUIRER_AFTER: second.url });
    await advance(survivor, DUE_SECONDS);
    await moveClock(survivor, { freeze: false });
    token = await survivor.authenticate();
  });
  after(async () => {
    if (survivor?.isRunning()) await survivor.stop();
    await first?.close();
    await second?.close();
    await installation?.remove();
  });

  /** How often the customer was charged, at all providers. */
  async function chargesOf(paymentId: string): Promise<number> {
    const all = [
      ...(await survivor.chargesOf(paymentId)),
      ...(await first.chargesOf(paymentId)),
      ...(await second.chargesOf(paymentId)),
    ];
    return all.filter(({ verb, result }) => verb === 'authorize' && result === 'APPROVED').length;
  }

  for (const one of list) {
    const { at, call, end } = one;
    const told = `the first ${one.first}, at ${at} of attempt ${String(call)}`;
    test(`${told}: ${end}`, async () => {
      const payment = paid.get(one) ?? assert.fail();
      const repeated = await survivor.payByCard({ token, ...payment });
      const paymentId = paymentIdOf(repeated);
      ids.set(one, paymentId);
      await survivor.waitForStatus(token, paymentId, end);
      assert.equal(await chargesOf(paymentId), end === 'COMPLETED' ? 1 : 0);
      const { orderId = '' } = payment;
      const next = await survivor.payByCard({ token, card: cards[refuses], orderId });
      assert.equal(next.status, end === 'COMPLETED' ? 409 : 200, next.text);
    });
  }

  test('no attempt was made twice, and none was lost', async () => {
    await survivor.stop();
    for (const [{ attempts }, paymentId] of ids) {
      const rows = await rowsOf<{ provider: string; state: string }>(installation, ATTEMPTS, [
        paymentId,
      ]);
      assert.deepEqual(
        rows.map(({ provider, state }) => `${provider} ${state}`),
        attempts,
      );
    }
  });
});
