// A sequence of crashes in one installation, on one port, with a frozen sandbox clock, of payments
// that wait for their customers: what is in progress at a crash stays as it is until the clock
// moves on.
import assert from 'node:assert/strict';
import type { Json, Reply } from '../client.ts';
import { startGateway, type Gateway } from '../gateway.ts';
import { base, bodyOf } from '../life/payments.ts';
import { freePort } from '../../setup/free-port.ts';
import type { Installation } from '../installation.ts';
import { moveClock } from '../sandbox.ts';
import { remoteIdOf } from '../transfers/bank.ts';
import { rowsOf } from '../tables.ts';
import { Parking, parkingAt } from '../waiting/parking.ts';
import { until } from '../waiting/until.ts';
import { assertArrived, makeDue, type CrashPayment } from './crash-points.ts';
import { amountFor, confirm, payers, waitingProviders, type WaitingPayment } from './payers.ts';

const timing = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '10000',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '60000',
  BRAMKA_LOG_LEVEL: 'warn',
};
const isPaidUnreported = ({ story }: CrashPayment): boolean =>
  story === 'late' || story === 'inquiry';

/** Payments that are parked at a point. */
export interface Step {
  readonly at: string;
  readonly payments: readonly CrashPayment[];
}

export class WaitingChain {
  readonly installation: Installation;
  token = '';
  /** What all processes have printed. */
  printed = '';
  private port = '0';
  private shop = { merchantId: '', secret: '' };
  private running: Gateway | undefined;
  private readonly means = new Map<string, Json>();
  private readonly links = new Map<string, WaitingPayment>();

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
      await moveClock(this.gateway, { freeze: true });
      this.shop = await this.gateway.addMerchant();
    }
    this.token = await this.gateway.authenticate(this.shop.merchantId, this.shop.secret);
    return this.gateway;
  }

  /** Starts a process that parks the payments of these steps; `killAt` kills it. */
  async startParking(steps: readonly Step[], killAt?: string): Promise<Parking> {
    const points = steps.flatMap(({ at, payments }) => payments.map(() => at));
    const killing = killAt === undefined ? [] : [`${killAt}=kill`];
    const failpoints = [parkingAt(points), ...killing].filter((part) => part !== '');
    return new Parking(await this.start(failpoints.join(',')));
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    this.printed += this.gateway.logs();
  }

  /** Creates the payment, or finds it again with the same key. */
  async register(one: CrashPayment): Promise<Reply> {
    const { orderId, provider } = one;
    const means = this.means.get(orderId) ?? (await payers[provider].means(this.gateway));
    this.means.set(orderId, means);
    const amount = amountFor(provider, !isPaidUnreported(one));
    const order = { amount, currency: 'PLN', extOrderId: orderId };
    const body = { channel: 'WEBAPI', order, ...means };
    const headers = { 'idempotency-key': orderId };
    return this.gateway.call('POST', base, { token: this.token, body, headers });
  }

  async idOf(one: CrashPayment): Promise<string> {
    const known = this.links.get(one.orderId)?.paymentId;
    return known ?? (bodyOf(await this.register(one))['paymentId'] as string);
  }

  /** Creates payments; those of one phone one after another, because each needs its code. */
  async prepareAll(all: readonly CrashPayment[]): Promise<void> {
    await Promise.all(
      waitingProviders.map(async (provider) => {
        for (const one of all) if (one.provider === provider) await this.prepare(one);
      }),
    );
  }

  /** Creates the payment and remembers how its customer finds it. */
  private async prepare(one: CrashPayment): Promise<void> {
    const created = await this.register(one);
    const paymentId = bodyOf(created)['paymentId'] as string;
    const isTransfer = one.provider !== 'blik';
    const link = isTransfer ? { paymentId, remoteID: remoteIdOf(created) } : { paymentId };
    this.links.set(one.orderId, link);
  }

  /** The customer confirms at the provider. */
  async confirm(one: CrashPayment): Promise<void> {
    if (!this.links.has(one.orderId)) await this.findLink(one);
    const link = this.links.get(one.orderId) ?? assert.fail('no payment');
    await confirm(one.provider, this.gateway, link);
    await payers[one.provider].comeBack(this.gateway, link);
  }

  private async findLink(one: CrashPayment): Promise<void> {
    const paymentId = await this.idOf(one);
    const path = `${base}/${paymentId}/status`;
    const read = await this.gateway.call('GET', path, { token: this.token });
    const link =
      one.provider === 'blik' ? { paymentId } : { paymentId, remoteID: remoteIdOf(read) };
    this.links.set(one.orderId, link);
  }

  async cancel(one: CrashPayment): Promise<Reply> {
    const path = `${base}/${await this.idOf(one)}/cancel`;
    return this.gateway.call('POST', path, { token: this.token });
  }

  /** Cancels payments and waits until their providers have answered that they cannot stop. */
  async cancelInVain(all: readonly CrashPayment[]): Promise<void> {
    for (const one of all) assert.equal((await this.cancel(one)).body['status'], 'CANCELLED');
    const text = `select 1 from payments p join attempts t using (merchant_id, payment_id)
      where p.ext_order_id = any($1) and t.verb = 'stop' and t.state = 'DECLINED'`;
    const orderIds = all.map(({ orderId }) => orderId);
    await until(
      async () => (await rowsOf(this.installation, text, [orderIds])).length === all.length,
      'the stops',
    );
  }

  /** The customer pays, and the provider's message is lost or never sent. */
  async confirmUnreported(all: readonly CrashPayment[]): Promise<void> {
    const fault = { provider: 'blik', verbs: ['notify'], timeout: true };
    const post = async (body: unknown): Promise<void> => {
      bodyOf(await this.gateway.call('POST', '/sandbox/faults', { body }));
    };
    await post([fault]);
    for (const one of all) {
      const link = this.links.get(one.orderId) ?? assert.fail('not prepared');
      await confirm(one.provider, this.gateway, link);
    }
    await post({ provider: 'blik', clear: true });
  }

  /** All payments reach their points, step by step; then the process is killed. */
  async crash(parking: Parking, steps: readonly Step[]): Promise<void> {
    for (const { at, payments } of steps) {
      const isByMessage = at.startsWith('report');
      const going = payments.map((one) => (isByMessage ? this.confirm(one) : this.go(one)));
      if (!isByMessage) await makeDue(this.installation, payments);
      await parking.parkAll(at, going);
      await assertArrived(this.installation, at, payments);
    }
    await parking.kill9();
    this.printed += this.gateway.logs();
  }

  /** The customers of the steps bring their payments there; then the last one is killed. */
  async crashBy(parking: Parking, steps: readonly Step[], last: CrashPayment): Promise<void> {
    for (const { at, payments } of steps) {
      await parking.parkAll(
        at,
        payments.map((one) => this.go(one)),
      );
    }
    await parking.killedBy(this.go(last));
    this.printed += this.gateway.logs();
  }

  private async go(one: CrashPayment): Promise<void> {
    if (one.story === 'creation') await this.register(one);
    else if (one.story === 'cancel' || one.story === 'late-message') await this.cancel(one);
    else if (one.story === 'message') await this.confirm(one);
  }
}
