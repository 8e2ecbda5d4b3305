// kill -9 at every step of strong authentication: after the restart, once time has moved on, every
// payment has ended as the last commit and the acquirer's record say.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  findInconsistencies,
  openDatabaseOf,
  type OpenDatabase,
} from '../support/life/consistency.ts';
import { createInstallation, embeddedFirst, skipOn } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import {
  CrashChain,
  type Crash,
  type CrashPayment,
  type Flow,
  type Step,
} from '../support/threeds/time/crash-chain.ts';
import { actInChallenge, lookAtChallenge } from '../support/threeds/challenge.ts';
import { authorizationsOf } from '../support/threeds/outcome.ts';

/** How a payment ends: events with a plus sign are transaction events. */
interface End {
  readonly status: string;
  readonly authorizations: string;
  readonly events: string;
}

const paid: End = {
  status: 'COMPLETED',
  authorizations: 'APPROVED',
  events: 'NEW PENDING +PENDING COMPLETED',
};
/** The acquirer never received it. */
const lost: End = {
  status: 'ERROR SYSTEM_ERROR',
  authorizations: '',
  events: 'NEW PENDING +PENDING ERROR',
};
/** The directory server's answer is not requested again. */
const unanswered: End = {
  status: 'REJECTED SCA_UNAVAILABLE',
  authorizations: '',
  events: 'NEW PENDING REJECTED',
};

/** The same end after a soft-declined first authorization. */
function afterDecline({ status, authorizations, events }: End): End {
  return {
    status,
    authorizations: `DECLINED ${authorizations}`.trim(),
    events: events.replace('NEW PENDING', 'NEW PENDING +REJECTED'),
  };
}

interface Row extends CrashPayment {
  readonly at: string;
  /** All payments are killed at the point together, or this one kills the process there. */
  readonly how: 'all' | 'one';
  readonly end: End;
}

const asked = ['challenge', 'method', 'soft-decline', 'decoupled', 'app'] as const;
const IN_CHALLENGE = 'the question to the customer';
const IN_METHOD = 'the 3DS Method';

function row(how: Row['how'], at: string, flow: Flow, by: Row['by'], end: End): Row {
  const orderId = `${at}:${flow}:${by}:${how}`.replaceAll(' ', '-');
  return { orderId, flow, by, at, how, end };
}

/** Flows that reach the point by their creation, or by the customer's confirmation. */
function rows(at: string, flows: readonly Flow[], by: Row['by'], end: End): Row[] {
  return flows.map((flow) =>
    row('all', at, flow, by, flow === 'soft-decline' ? afterDecline(end) : end),
  );
}

const onPostgres: readonly Row[] = [
  ...rows(IN_CHALLENGE, asked, 'creation', paid),
  ...rows(IN_METHOD, ['method'], 'creation', paid),
  ...rows('authentication.committed', ['frictionless', ...asked], 'creation', unanswered),
  ...rows('answer.received', ['frictionless', ...asked], 'creation', unanswered),
  ...rows('answer.committed', ['frictionless', ...asked], 'creation', paid),
  row('one', 'answer.committed', 'frictionless', 'creation', lost),
  // The issuer got no answer and sends the result again.
  ...rows('result.received', asked, 'consent', paid),
  // The issuer got no answer and sends the result again, which changes nothing.
  ...rows('result.committed', asked, 'consent', paid),
  row('one', 'result.committed', 'challenge', 'consent', lost),
  ...rows('attempt.committed', asked, 'consent', lost),
  ...rows('attempt.committed', ['frictionless'], 'creation', lost),
  row('all', 'attempt.committed', 'soft-decline', 'creation', {
    ...lost,
    events: 'NEW PENDING ERROR',
  }),
  ...rows('outcome.received', asked, 'consent', paid),
  // An inquiry finds the soft decline, and the customer is challenged after all.
  ...rows('outcome.received', ['frictionless', 'soft-decline'], 'creation', paid),
  ...rows('outcome.committed', asked, 'consent', paid),
  ...rows('outcome.committed', ['frictionless'], 'creation', paid),
  row('one', 'outcome.committed', 'soft-decline', 'creation', afterDecline(unanswered)),
];

/**
 * On the embedded database only the cases that depend on storage: killed while waiting, before a
 * commit and after one.
 */
const onEmbedded: readonly Row[] = [
  ...rows(IN_CHALLENGE, ['challenge'], 'creation', paid),
  ...rows(IN_METHOD, ['method'], 'creation', paid),
  ...rows('answer.received', ['challenge'], 'creation', unanswered),
  row('one', 'attempt.committed', 'challenge', 'consent', lost),
];

/**
 * The processes that are killed, in each the points in the order in which payments reach them. A
 * soft-declined payment passes the points of an attempt before those of an authentication, others
 * after them. Payments go on past `answer.committed` and `result.committed` while their calls are
 * parked there, through all later points.
 */
function crashesOf(all: readonly Row[], prepare: () => Promise<void>): Crash[] {
  const here = (at: string, how: Row['how']) =>
    all.filter((one) => one.at === at && one.how === how);
  const parked = (...points: string[]) => points.map((at) => ({ at, payments: here(at, 'all') }));
  const only = (steps: Step[], test: (one: CrashPayment) => boolean): Step[] =>
    steps.map(({ at, payments }) => ({ at, payments: payments.filter(test) }));
  const killedAt = (at: string): Pick<Crash, 'killer'> => {
    const [killer] = here(at, 'one');
    return killer ? { killer } : {};
  };
  const isSoft = ({ flow }: CrashPayment) => flow === 'soft-decline';
  const isCreation = ({ by }: CrashPayment) => by === 'creation';
  const asking = parked('authentication.committed', 'answer.received');
  const calls = parked('attempt.committed', 'outcome.received', 'outcome.committed');
  return [
    {
      steps: [...only(asking, (one) => !isSoft(one)), ...only(calls, isCreation)],
      prepare,
      later: parked('result.received'),
      ...killedAt('result.committed'),
    },
    {
      steps: [...only(calls, (one) => !isCreation(one)), ...only(asking, isSoft)],
      ...killedAt('answer.committed'),
    },
    { steps: parked('answer.committed', 'result.committed') },
    { steps: [], ...killedAt('outcome.committed') },
  ];
}

/** The same on the embedded database, where the last payment kills the process at once. */
function crashesOfEmbedded(all: readonly Row[], prepare: () => Promise<void>): Crash[] {
  const killer = all.find(({ how }) => how === 'one') ?? assert.fail('nothing kills');
  const at = 'answer.received';
  return [{ steps: [{ at, payments: all.filter((one) => one.at === at) }], prepare, killer }];
}

/** Runs all crashes one after another; then the last process runs until everything has ended. */
async function crashThroughAll(chain: CrashChain, all: readonly Row[]): Promise<void> {
  const prepare = async (): Promise<void> => {
    const preparing = all.map(async (one) => {
      if (one.at === IN_METHOD) await chain.register(one);
      else if (one.at === IN_CHALLENGE || one.by === 'consent') await chain.prepare(one);
    });
    await Promise.all(preparing);
  };
  const crashes = chain.installation.database === 'postgres' ? crashesOf : crashesOfEmbedded;
  for (const crash of crashes(all, prepare)) await chain.crash(crash);
  const planned = all.filter(({ at }) => at.includes('.')).map(({ orderId }) => orderId);
  assert.deepEqual(chain.crashed.toSorted(), planned.sort(), 'every payment was at its point');
  const survivor = await chain.start();
  // Repeated results, time-outs and first checks of attempts; then lost requests, and finally the
  // end of unknown challenges.
  for (const seconds of [0, 15, 60, 120, 120, 700]) {
    let { finished } = await advance(survivor, seconds);
    while (!finished) ({ finished } = await advance(survivor, 0));
    await Promise.all(all.map((one) => consentIfAsked(chain, one)));
  }
}

async function consentIfAsked(chain: CrashChain, one: CrashPayment): Promise<void> {
  const { gateway, token } = chain;
  const paymentId = await chain.register(one);
  const path = `/v1/ecommerce/payment/${paymentId}/acsData`;
  const { body } = await gateway.call('GET', path, { token });
  const acsTxnId = body['acsTxnId'];
  if (typeof acsTxnId !== 'string') return;
  // If the customer confirmed before the crash, the issuer sends the result again.
  if ((await lookAtChallenge(gateway, acsTxnId)).state === 'FINISHED') return;
  assert.equal((await actInChallenge(gateway, acsTxnId, 'password')).transStatus, 'Y');
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
}

async function whatBecameOf(chain: CrashChain, one: CrashPayment): Promise<Omit<End, 'events'>> {
  const { gateway, token } = chain;
  const paymentId = await chain.register(one);
  const { status, rejectCode = '' } = await gateway.statusOf(token, paymentId);
  const authorizations = await authorizationsOf(gateway, paymentId);
  return {
    status: `${String(status)} ${String(rejectCode)}`.trim(),
    authorizations: authorizations.map(({ result }) => result).join(' '),
  };
}

/** The events of every payment of the place, by order. */
const eventsText = `
  select p.ext_order_id as "orderId", string_agg(
    case e.event when 'TRANSACTION_STATUS' then '+' else '' end || (e.body::json ->> 'status'),
    ' ' order by e.sequence) as events
  from payments p join events e using (merchant_id, payment_id) group by p.payment_id, 1`;

/** What must be gone when all payments have ended. */
const leftovers: Readonly<Record<string, string>> = {
  'a card in the vault': 'select payment_id as id from held_cards',
  'a payment that says the vault has its card':
    'select payment_id as id from payments where card_held',
  'a deadline': 'select payment_id as id from deadlines',
  'an open authentication': `select payment_id as id from authentications where state <> 'DONE'`,
  'a result that the issuer has yet to tell': `
    select server_trans_id as id from sandbox.authentications
    where state <> 'FINISHED' or result_state = 'DUE'`,
};

function crashesOn(database: DatabaseKind, all: readonly Row[]): void {
  const title = `killed in the middle of an authentication on the ${database} database`;
  describe(title, { skip: skipOn(database) }, () => {
    let installation: Installation;
    let logs: string;
    /** Opened once, because that takes long on the embedded database. */
    let db: OpenDatabase;
    const read = <Row>(text: string, values: readonly unknown[] = []) =>
      db.run<Row>({ name: '', text }, values);
    const ends = new Map<string, Omit<End, 'events'>>();
    const events = new Map<string, string>();
    before(async () => {
      installation = await createInstallation(database);
      const chain = new CrashChain(installation);
      await crashThroughAll(chain, all);
      for (const one of all) ends.set(one.orderId, await whatBecameOf(chain, one));
      logs = chain.gateway.logs();
      await chain.gateway.stop();
      db = await openDatabaseOf(installation);
      const told = await read<{ orderId: string; events: string }>(eventsText);
      for (const { orderId, events: list } of told) events.set(orderId, list);
      assert.equal(told.length, all.length, 'one payment for each order');
    });
    after(async () => {
      await db?.close();
      await installation?.remove();
    });

    for (const { at, how, flow, by, end, orderId } of all) {
      const who = how === 'all' ? 'with all others' : 'alone';
      const name = `at ${at}, ${who}, ${flow} after ${by} ends ${end.status}`;
      test(name, () => {
        assert.deepEqual({ ...ends.get(orderId), events: events.get(orderId) }, end);
      });
    }

    test('nothing is left of ended payments, and all records are consistent', async () => {
      for (const [what, text] of Object.entries(leftovers)) {
        assert.deepEqual(await read(text), [], what);
      }
      assert.deepEqual(await findInconsistencies(db), []);
    });

    test('a payment whose 3DS Method never ran was authenticated without it', async () => {
      const text = `select a.method_completion as completion from authentications a
        join payments p using (merchant_id, payment_id) where p.ext_order_id like $1`;
      const found = await read(text, [`${IN_METHOD.replaceAll(' ', '-')}:%`]);
      assert.deepEqual(found, [{ completion: 'N' }]);
    });

    test('the last process logged no error', () => {
      assert.doesNotMatch(logs, /"level":(50|60|"error"|"fatal")/);
    });
  });
}

const rowsOn = { postgres: onPostgres, embedded: onEmbedded };
for (const database of embeddedFirst) crashesOn(database, rowsOn[database]);
