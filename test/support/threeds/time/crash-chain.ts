// A sequence of crashes in one installation, on one port, with a frozen sandbox clock: what is in
// progress at a crash stays as it is until the clock moves on at the end.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway, type Gateway } from '../../gateway.ts';
import { freePort } from '../../../setup/free-port.ts';
import type { Installation } from '../../installation.ts';
import { moveClock } from '../../sandbox.ts';
import { rowsOf, withTables } from '../../tables.ts';
import { appCustomer } from '../app-customer.ts';
import {
  acsDataOf,
  actInChallenge,
  cards,
  finishFingerprint,
  payWithDevice,
  waitForChallenge,
} from '../challenge.ts';
import { Parking, parkingAt } from '../../waiting/parking.ts';
import { untilRangesKnown } from '../known-ranges.ts';

/** Paths through strong authentication. */
export type Flow = 'frictionless' | 'challenge' | 'method' | 'soft-decline' | 'decoupled' | 'app';

const cardOf: Readonly<Record<Flow, string>> = {
  frictionless: cards.frictionless,
  challenge: cards.challenge,
  method: cards.methodThenChallenge,
  'soft-decline': cards.softDecline,
  decoupled: cards.decoupled,
  app: cards.challenge,
};

/** Payments below the limit go to the acquirer first, which soft-declines them. */
const settings = {
  sca: { decoupled: true, lowValueLimits: { PLN: '50.00' } },
  // No payment is settled, whatever the time of day.
  settlement: { afterDays: 7 },
};
const amountOf = (flow: Flow): number => (flow === 'soft-decline' ? 10 : 123.45);

const timing = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '10000',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '60000',
  BRAMKA_LOG_LEVEL: 'warn',
};
const WAIT_LIMIT_MS = 180_000;

/** Whether a payment has reached the point, by what is committed and what is not. */
const conditions: Readonly<Record<string, string>> = {
  'authentication.committed': `a.state = 'ASKING'`,
  'answer.received': `a.state = 'ASKING' and s.acs_trans_id is not null`,
  'answer.committed': `a.state in ('CHALLENGE', 'WAITING') or p.status = 'COMPLETED'`,
  'result.received': `a.state in ('CHALLENGE', 'WAITING') and s.state = 'FINISHED'`,
  'result.committed': `p.status = 'COMPLETED' and s.result_state = 'DUE'`,
  'attempt.committed': `t.state = 'OPEN' and c.attempt_id is null`,
  'outcome.received': `t.state = 'OPEN' and c.attempt_id is not null`,
  'outcome.committed': `t.state <> 'OPEN' and p.status = 'COMPLETED'`,
};

const arrivedText = (sign: string): string => `
  select p.ext_order_id as "orderId" from payments p
  left join lateral (select * from authentications a where a.payment_id = p.payment_id
    order by a.created_at desc limit 1) a on true
  left join lateral (select * from attempts t where t.payment_id = p.payment_id
    order by t.started_at desc limit 1) t on true
  left join sandbox.authentications s on s.server_trans_id = a.authentication_id
  left join sandbox.charges c on c.attempt_id = t.attempt_id
  where p.ext_order_id = any($1) and (${sign})`;

/** A payment of the sequence, identified by its order before anything was answered. */
export interface CrashPayment {
  readonly orderId: string;
  readonly flow: Flow;
  /** What brings it to its crash: its creation, or the customer's confirmation. */
  readonly by: 'creation' | 'consent';
}

/** Payments that are parked at a point. */
export interface Step {
  readonly at: string;
  readonly payments: readonly CrashPayment[];
}

/** One process: some are parked, others are prepared, some are parked after that. */
export interface Crash {
  readonly steps: readonly Step[];
  readonly prepare?: () => Promise<void>;
  readonly later?: readonly Step[];
  /** The payment that kills the process at its point; absent: it is killed from outside. */
  readonly killer?: CrashPayment & { readonly at: string };
}

export class CrashChain {
  readonly installation: Installation;
  /** The orders of all payments that were at their points. */
  readonly crashed: string[] = [];
  token = '';
  private port = '0';
  private shop = { merchantId: '', secret: '' };
  private running: Gateway | undefined;

  constructor(installation: Installation) {
    this.installation = installation;
  }

  get gateway(): Gateway {
    return this.running ?? assert.fail('no gateway is running');
  }

  /** The first start freezes the clock and adds the merchant. */
  async start(failpoint?: string): Promise<Gateway> {
    const isFirst = this.port === '0';
    if (isFirst) this.port = String(await freePort());
    const env = {
      ...timing,
      PORT: this.port,
      ...(failpoint === undefined ? {} : { BRAMKA_FAILPOINTS: failpoint }),
    };
    this.running = await startGateway({ installation: this.installation, env });
    if (isFirst) {
      await untilRangesKnown(this.gateway);
      await moveClock(this.gateway, { freeze: true });
      this.shop = await this.gateway.addMerchant(settings);
    }
    this.token = await this.gateway.authenticate(this.shop.merchantId, this.shop.secret);
    return this.gateway;
  }

  /** All payments reach their points, step by step; then the process is killed with them. */
  async crash({ steps, prepare, later = [], killer }: Crash): Promise<void> {
    const points = [...steps, ...later].flatMap(({ at, payments }) => payments.map(() => at));
    const killing = killer ? [`${killer.at}=kill`] : [];
    const parts = [parkingAt(points), ...killing].filter((part) => part !== '');
    const parking = new Parking(await this.start(parts.join(',')));
    for (const step of steps) await this.park(parking, step);
    await prepare?.();
    for (const step of later) await this.park(parking, step);
    if (killer) await parking.killedBy(this.go(killer));
    else await parking.kill9();
    if (killer) this.crashed.push(killer.orderId);
  }

  private async park(parking: Parking, { at, payments }: Step): Promise<void> {
    await parking.parkAll(
      at,
      payments.map((one) => this.go(one)),
    );
    const orderIds = payments.map(({ orderId }) => orderId);
    this.crashed.push(...orderIds);
    // The tables of a running embedded database cannot be read from here.
    if (this.installation.database === 'embedded') return;
    const text = arrivedText(conditions[at] ?? assert.fail(`nothing tells of ${at}`));
    // On one connection: opening one takes more processor time than many queries.
    await withTables(this.installation, async (run) => {
      for (const deadline = Date.now() + WAIT_LIMIT_MS; ;) {
        const arrived = await run<{ orderId: string }>(text, [orderIds]);
        if (arrived.length === payments.length) return;
        const seen = arrived.map(({ orderId }) => orderId).join(', ');
        assert.ok(Date.now() < deadline, `at ${at} are only: ${seen}`);
        await sleep(20);
      }
    });
  }

  private async go(one: CrashPayment): Promise<void> {
    if (one.by === 'creation') await this.begin(one);
    else await this.consent(one);
  }

  /**
   * Creates the payment; then the browser runs the 3DS Method or the app sends its SDK data, if
   * needed.
   */
  async begin(one: CrashPayment): Promise<string> {
    const paymentId = await this.register(one);
    if (one.flow === 'app') {
      const app = await appCustomer(this.gateway, this.token);
      await app.sendSdkData(paymentId, await app.sdkFor());
    }
    if (one.flow !== 'method') return paymentId;
    const { tdsServerTxnId } = await acsDataOf(this.gateway, this.token, paymentId);
    await finishFingerprint(this.gateway, tdsServerTxnId);
    return paymentId;
  }

  /** Creates the payment, or finds it again with the same key. */
  async register({ orderId, flow }: CrashPayment): Promise<string> {
    const { token } = this;
    const payment = { token, card: cardOf[flow], amount: amountOf(flow), orderId, key: orderId };
    const ask = () =>
      flow === 'app'
        ? this.gateway.payByCard({ ...payment, extra: { channel: 'MOBILE' } })
        : payWithDevice(this.gateway, payment);
    let reply = await ask();
    // The database may be slow for a moment: repeat with the same key, as a client would.
    for (const deadline = Date.now() + WAIT_LIMIT_MS; reply.status === 503;) {
      assert.ok(Date.now() < deadline, reply.text);
      await sleep(200);
      reply = await ask();
    }
    assert.equal(reply.status, 200, reply.text);
    return reply.body['paymentId'] as string;
  }

  /** Brings the payment to the point where the customer is asked, here or in the bank's app. */
  async prepare(one: CrashPayment): Promise<void> {
    const paymentId = await this.begin(one);
    if (one.flow === 'decoupled') return;
    await waitForChallenge(this.gateway, this.token, paymentId);
  }

  /** The customer confirms. */
  async consent(one: CrashPayment): Promise<void> {
    await actInChallenge(this.gateway, await this.askedAt(one), 'approve');
  }

  private async askedAt(one: CrashPayment): Promise<string> {
    if (one.flow !== 'decoupled') {
      const paymentId = await this.register(one);
      return (await waitForChallenge(this.gateway, this.token, paymentId)).acsTxnId;
    }
    const [row] = await rowsOf<{ id: string }>(
      this.installation,
      `select a.acs_trans_id as id from payments p
       join authentications a using (merchant_id, payment_id) where p.ext_order_id = $1`,
      [one.orderId],
    );
    return row?.id ?? assert.fail(`${one.orderId} is not asked`);
  }
}
