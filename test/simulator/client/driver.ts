// Simulated merchants: operations at random times, often several on the same payment at once,
// repeated with the same key if no answer arrived.

import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import type { AnswerChecks, Tracked } from '../checks/answers.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { short } from '../world/network.ts';
import { isWaitingForTry } from '../tries/try-model.ts';
import type { World } from '../world/world.ts';
import { call, type Reply, type Request } from './call.ts';
import { drawRequest, operationsOf } from './requests.ts';

const MAX_ATTEMPTS = 4;

export interface Driver {
  readonly calls: readonly Tracked[];
  /** How many calls wait for their answer. */
  waiting(): number;
  /** Starts one operation, or two at the same time. */
  startOperation(): void;
  send(request: Request, mark: string): Promise<Reply | undefined>;
}

type OnDefect = (where: string, error: unknown) => void;

export function createDriver(world: World, checks: AnswerChecks, onDefect: OnDefect): Driver {
  const chance = createChance(world.seed, 41);
  const draws = operationsOf(world);
  const drawOperation = (by: Chance) => (isTriedAgain(world, by) ? 'put' : draws(by));
  const calls: Tracked[] = [];
  let waiting = 0;

  const once = (tracked: Tracked): Promise<Reply | undefined> =>
    askOnce(world, chance, checks, onDefect, tracked);
  const pursue = async (tracked: Tracked): Promise<Reply | undefined> => {
    const { request } = tracked;
    waiting += 1;
    let reply = await once(tracked);
    const isUnclear = (): boolean => reply === undefined || reply.status >= 500;
    for (let tries = 1; tries < MAX_ATTEMPTS && isUnclear(); tries += 1) {
      if (chance.percent(25)) break;
      await world.schedule.clock.sleep(chance.between(10, 8_000));
      reply = await once(tracked);
    }
    // Some clients repeat a request although it was answered.
    if (request.key !== null && chance.percent(10)) reply = (await once(tracked)) ?? reply;
    waiting -= 1;
    return reply;
  };
  const send = (request: Request, mark: string): Promise<Reply | undefined> => {
    const startedAt = world.schedule.clock.now();
    const history = { startedAt, replies: [], unclear: 0, isForgotten: false };
    const tracked: Tracked = { mark, request, ...history };
    calls.push(tracked);
    return pursue(tracked);
  };
  const draw = (hot?: Payment): Request | undefined => {
    const mark = `call-${String(calls.length)}`;
    const request = drawRequest(world, chance, drawOperation(chance), mark, hot);
    if (request) void send(request, mark);
    return request;
  };
  /** The same request again: identical under its key, or another one with the same content. */
  const again = (request: Request): void => {
    const last = calls.at(-1);
    if (last && request.key !== null && chance.percent(75)) return void pursue(last);
    const mark = `call-${String(calls.length)}`;
    void send({ ...request, body: repeatedBody(chance, request.body, mark) }, mark);
  };
  return {
    calls,
    send,
    waiting: () => waiting,
    startOperation() {
      const request = draw();
      const { paymentId } = request?.params ?? {};
      if (!request || !chance.percent(35)) return;
      world.count('race');
      if (paymentId === undefined || chance.percent(40)) return again(request);
      const { merchantId } = request.caller;
      const hot = world.storage.memory.find<Payment>(payments, { merchantId, paymentId });
      if (hot) draw(hot);
    },
  };
}

/** Customers whose try was refused often try again at once. */
function isTriedAgain({ storage }: World, chance: Chance): boolean {
  return storage.memory.rows<Payment>(payments).some(isWaitingForTry) && chance.percent(40);
}

/** One attempt at one node, answered or not. */
async function askOnce(
  world: World,
  chance: Chance,
  checks: AnswerChecks,
  onDefect: OnDefect,
  tracked: Tracked,
): Promise<Reply | undefined> {
  const node = chance.pick(world.nodes);
  const { request, mark } = tracked;
  const { operation, params } = request;
  if (!node.life.isAlive()) return undefined;
  world.trace(`${mark} ${operation} ${short(params.paymentId)} to ${node.name}`);
  const reply = await call(node, request, (error) => onDefect(operation, error));
  const isLost = reply === 'lost';
  const told = isLost ? 'no answer' : `${String(reply.status)} ${reply.code ?? describe(reply)}`;
  world.trace(`${mark} ${operation}: ${told}`);
  world.count(`${operation} ${isLost ? 'lost' : (reply.code ?? 'done')}`);
  if (isLost || reply.status >= 500) tracked.unclear += 1;
  if (isLost) return undefined;
  if (reply.replayed) world.count('replayed');
  tracked.replies.push(reply);
  checks.heard(tracked, reply);
  return reply;
}

/** The same content under the same extRefundId is the same refund, so it keeps its mark. */
function repeatedBody(chance: Chance, body: object, mark: string): object {
  const isSameRefund = 'extRefundId' in body && chance.percent(70);
  return isSameRefund ? body : marked(body, mark);
}

/** The same body with its own mark. */
function marked(body: object, mark: string): object {
  const { order, description, ...rest } = body as { order?: object; description?: string };
  if (order) return { ...rest, order: { ...order, description: mark } };
  return description === undefined ? body : { ...rest, description: mark };
}

function describe({ body, replayed }: Reply): string {
  const { paymentId, status, transId, transactionStatus } = body;
  const trans = transId === undefined ? '' : ` ${short(transId)} ${transactionStatus ?? ''}`;
  return `${short(paymentId)} ${status ?? ''}${trans}${replayed ? ' (kept)' : ''}`;
}
