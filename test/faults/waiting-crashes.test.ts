// kill -9 at every step of payments that wait for their customers: after the restart, once time has
// moved on, every payment has ended as the last commit and the provider's record say.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { refusalOf } from '../support/life/payments.ts';
import {
  findInconsistencies,
  openDatabaseOf,
  type OpenDatabase,
} from '../support/life/consistency.ts';
import { createInstallation, embeddedFirst, skipOn } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import { cards } from '../support/threeds/challenge.ts';
import { WaitingChain, type Step } from '../support/customers/crash-chain.ts';
import type { CrashPayment, Story } from '../support/customers/crash-points.ts';
import { waitingProviders } from '../support/customers/payers.ts';
import { recordsText, type ProviderRecord, type RecordRow } from '../support/customers/records.ts';

/** How a payment ends, here and at its provider. */
interface End {
  readonly status: string;
  readonly provider: ProviderRecord;
}

const paid: End = { status: 'COMPLETED', provider: 'paid' };
const stopped: End = { status: 'CANCELLED', provider: 'ended' };
const expired: End = { status: 'CANCELLED EXPIRED', provider: 'ended' };
const returned: End = { status: 'CANCELLED', provider: 'returned' };
/** The provider never received it. */
const lost: End = { status: 'ERROR SYSTEM_ERROR', provider: 'nothing' };

const CALL = ['attempt.committed', 'outcome.received', 'outcome.committed'] as const;
const MESSAGE = ['report.received', 'report.committed'] as const;
const INQUIRY = 'finding.received';

function crashes(story: Story, points: readonly string[]): CrashPayment[] {
  return points.flatMap((at) =>
    waitingProviders.map((provider) => {
      return { orderId: `${story}:${provider}:${at}`, story, at, provider };
    }),
  );
}

const onPostgres: readonly CrashPayment[] = [
  ...crashes('creation', CALL),
  ...crashes('cancel', CALL),
  ...crashes('expiry', CALL),
  ...crashes('late', [INQUIRY, ...CALL]),
  ...crashes('inquiry', [INQUIRY]),
  ...crashes('message', MESSAGE),
  ...crashes('late-message', MESSAGE),
];

/**
 * On the embedded database only the cases that depend on storage: killed after the commit of a
 * message, of an attempt and of an outcome. The decisions after the restart are the same code,
 * tested at every point on PostgreSQL.
 */
const onEmbedded = onPostgres.filter(({ orderId }) =>
  [
    'message:BM:report.committed',
    'cancel:PA:attempt.committed',
    'cancel:blik:outcome.committed',
  ].includes(orderId),
);

function endOf({ story, at }: CrashPayment): End {
  switch (story) {
    case 'creation':
      // The shop cancels a payment of which it has no answer; the customer pays the other one.
      return at === 'attempt.committed' ? lost : at === 'outcome.received' ? stopped : paid;
    case 'cancel':
      return stopped;
    case 'expiry':
      return expired;
    case 'late':
    case 'late-message':
      return returned;
    default:
      return paid;
  }
}

/**
 * The refusals of another payment of the order after the restart, before time moves on; 'none': it
 * is accepted.
 */
function refusalsAfterRestart({ story, at, provider }: CrashPayment): readonly string[] {
  const isEnding = story === 'cancel' || story === 'expiry';
  if (isEnding && at === 'outcome.committed') return ['none'];
  if (story === 'message' && at === 'report.committed') return ['ORDER_ALREADY_PAID'];
  const held = 'ORDER_IN_PROGRESS';
  // The operator's own message about the stop may have arrived.
  if (isEnding && at === 'outcome.received' && provider === 'BM') return [held, 'none'];
  // A reversal is complete at once, a refund takes time.
  if (provider !== 'blik') return [held];
  if (story === 'late' && at === 'outcome.committed') return ['none'];
  return story === 'late-message' && at === 'report.committed' ? [held, 'none'] : [held];
}

/**
 * Three processes. Creations pass the points of a call, so the first one, which prepares, parks
 * none there. Money that comes late is sent back past `report.committed`, so no point of an outcome
 * may be in that process. A parked message of BM delays its next ones: one point for each process.
 */
async function crashThroughAll(chain: WaitingChain, all: readonly CrashPayment[]): Promise<void> {
  const of = (...stories: Story[]) => all.filter(({ story }) => stories.includes(story));
  const step = (at: string, within = all): Step => {
    return { at, payments: within.filter((one) => one.at === at) };
  };
  const [ATTEMPT, RECEIVED, COMMITTED] = CALL;
  const preparing = [step(INQUIRY), step(MESSAGE[0], of('message'))];
  const first = await chain.startParking(preparing);
  await chain.prepareAll(all.filter(({ story }) => story !== 'creation'));
  await chain.confirmUnreported(of('late', 'inquiry'));
  await chain.cancelInVain(of('late'));
  await chain.crash(first, preparing);
  // Their customers can still pay.
  const cancelled = of('late-message');
  const attempts = { at: ATTEMPT, payments: [...step(ATTEMPT).payments, ...cancelled] };
  const afterwards = [
    [attempts, step(MESSAGE[1])],
    [step(MESSAGE[0], cancelled), step(RECEIVED), step(COMMITTED)],
  ];
  for (const steps of afterwards) await chain.crash(await chain.startParking(steps), steps);
}

/** Every process is killed by a payment at once, after its last commit. */
async function crashOnEmbedded(chain: WaitingChain, all: readonly CrashPayment[]): Promise<void> {
  const at = (point: string) => all.find((one) => one.at === point) ?? assert.fail(point);
  const [ATTEMPT, , COMMITTED] = CALL;
  // The point of a message is not reached while payments are created.
  const first = await chain.startParking([], MESSAGE[1]);
  await chain.prepareAll(all);
  await chain.crashBy(first, [], at(MESSAGE[1]));
  const steps = [{ at: ATTEMPT, payments: [at(ATTEMPT)] }];
  await chain.crashBy(await chain.startParking(steps, COMMITTED), steps, at(COMMITTED));
}

async function orderAgain(chain: WaitingChain, one: CrashPayment): Promise<string> {
  const { gateway, token } = chain;
  const payment = { token, card: cards.declined, orderId: one.orderId };
  const reply = await gateway.payByCard(payment);
  return reply.status === 200 ? 'none' : String(refusalOf(reply)[1]);
}

/** The last process runs until everything has ended. */
async function finish(chain: WaitingChain, all: readonly CrashPayment[]): Promise<void> {
  for (const one of all.filter(({ story }) => story === 'creation')) {
    if (one.at === 'outcome.received') await chain.cancel(one);
    if (one.at === 'outcome.committed') await chain.confirm(one);
  }
  // Repeated messages and first checks of attempts; then lost requests and returned money.
  for (const seconds of [0, 15, 60, 120, 120, 400]) {
    let { finished } = await advance(chain.gateway, seconds);
    while (!finished) ({ finished } = await advance(chain.gateway, 0));
  }
}

/** What must be gone when all payments have ended. */
const leftovers: Readonly<Record<string, string>> = {
  'a deadline': 'select payment_id as id from deadlines',
  'a message that was not confirmed': `
    select remote_id as id from sandbox.transfers where notice_due_at is not null
    union all select message_id::text from sandbox.blik_messages where state <> 'DELIVERED'`,
};

function alarmedIn(printed: string): string[] {
  const lines = printed.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  const alarms = lines.map((line) => JSON.parse(line) as { alarm?: string; paymentId?: string });
  // Many of its payments are declined.
  const others = alarms.filter(
    ({ alarm }) => alarm !== 'card-testing' && alarm !== 'decline-share',
  );
  return others.map((one) =>
    one.alarm === 'late-success' ? String(one.paymentId) : JSON.stringify(one),
  );
}

function crashesOn(database: DatabaseKind, all: readonly CrashPayment[]): void {
  const title = `killed while payments wait for customers on the ${database} database`;
  describe(title, { skip: skipOn(database) }, () => {
    let installation: Installation;
    let chain: WaitingChain;
    /** Opened once, because that takes long on the embedded database. */
    let db: OpenDatabase;
    const read = <Row>(text: string) => db.run<Row>({ name: '', text }, []);
    const ids = new Map<string, string>();
    const refusals = new Map<string, string>();
    const statuses = new Map<string, string>();
    const again = new Map<string, string>();
    const records = new Map<string, string>();
    before(async () => {
      installation = await createInstallation(database);
      chain = new WaitingChain(installation);
      await (database === 'postgres' ? crashThroughAll : crashOnEmbedded)(chain, all);
      await chain.start();
      for (const one of all) refusals.set(one.orderId, await orderAgain(chain, one));
      await finish(chain, all);
      for (const one of all) {
        const paymentId = await chain.idOf(one);
        ids.set(one.orderId, paymentId);
        const { status, rejectCode = '' } = await chain.gateway.statusOf(chain.token, paymentId);
        statuses.set(one.orderId, `${String(status)} ${String(rejectCode)}`.trim());
        again.set(one.orderId, await orderAgain(chain, one));
      }
      await chain.stop();
      db = await openDatabaseOf(installation);
      const rows = await read<RecordRow>(recordsText);
      for (const { orderId, record } of rows) records.set(orderId, record);
      assert.equal(rows.length, all.length, 'one authorization for each order');
    });
    after(async () => {
      await db?.close();
      await installation?.remove();
    });

    for (const one of all) {
      const { orderId, at, story, provider } = one;
      const end = endOf(one);
      test(`${story} of ${provider} at ${at} ends ${end.status}, ${end.provider}`, () => {
        const refusal = refusals.get(orderId) ?? '';
        assert.ok(refusalsAfterRestart(one).includes(refusal), `${refusal} after the restart`);
        const found = { status: statuses.get(orderId), provider: records.get(orderId) };
        assert.deepEqual(found, end);
        const isPaid = end.status === 'COMPLETED';
        assert.equal(again.get(orderId), isPaid ? 'ORDER_ALREADY_PAID' : 'none', 'at the end');
      });
    }

    test('every late success raised one alarm, and nothing else did', () => {
      const late = all.filter((one) => endOf(one) === returned);
      assert.deepEqual(
        alarmedIn(chain.printed).sort(),
        late.map(({ orderId }) => ids.get(orderId) ?? orderId).sort(),
      );
    });

    test('nothing is left of ended payments, and all records are consistent', async () => {
      for (const [what, text] of Object.entries(leftovers)) {
        assert.deepEqual(await read(text), [], what);
      }
      assert.deepEqual(await findInconsistencies(db), []);
    });
  });
}

const payments = { postgres: onPostgres, embedded: onEmbedded };
for (const database of embeddedFirst) crashesOn(database, payments[database]);
