// Measures payments with 3-D Secure and BLIK, and card payments next to a provider that hangs: bank
// transfers are created at a fixed rate all the time, first with an intermediary that answers, then
// with one that does not.

import { setTimeout as sleep } from 'node:timers/promises';
import { gatewayPayments, type PaymentsMeasured, type Size } from './measure.ts';
import type { Stage } from './stage.ts';

export interface MethodsMeasured {
  readonly secure: PaymentsMeasured;
  /** Undefined while the gateway does not offer it. */
  readonly blik: PaymentsMeasured | undefined;
  /** Card payments next to bank transfers. */
  readonly besideWorking: PaymentsMeasured;
  readonly besideHanging: PaymentsMeasured;
}

const transfersPerSecond = 50;
/** So that calls are already waiting when the measurement begins. */
const headStartMs = 2000;
/** The simulated intermediary of provider BM. */
const intermediary = 'autopay';

export async function gatewayMethods(stage: Stage, size: Size): Promise<MethodsMeasured> {
  const secure = await gatewayPayments(stage, size, 'SECURE');
  const isBlikOffered = await isOffered(stage, 'BLIK');
  const blik = isBlikOffered ? await gatewayPayments(stage, size, 'BLIK') : undefined;
  const beside = () => besideTransfers(stage, () => gatewayPayments(stage, size));
  const besideWorking = await beside();
  await post(stage, '/sandbox/faults', [{ provider: intermediary, timeout: true }]);
  const besideHanging = await beside();
  await post(stage, '/sandbox/faults', { provider: intermediary, clear: true });
  return { secure, blik, besideWorking, besideHanging };
}

/** Creates transfers at a fixed rate, whether they are answered or not. */
async function besideTransfers<T>(stage: Stage, measure: () => Promise<T>): Promise<T> {
  const answers: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const body = transfer(`transfer-${String(answers.length)}-${String(Date.now())}`);
    answers.push(post(stage, '/v1/ecommerce/payment', body));
  }, 1000 / transfersPerSecond);
  try {
    await sleep(headStartMs);
    return await measure();
  } finally {
    clearInterval(timer);
    await Promise.all(answers);
  }
}

function transfer(extOrderId: string): object {
  return {
    method: 'PBL',
    order: { amount: 12.34, currency: 'PLN', extOrderId },
    instrument: { type: 'PBL', bank: '106', provider: 'BM' },
    redirectURL: 'https://shop.example/thanks',
  };
}

async function isOffered(stage: Stage, method: string): Promise<boolean> {
  const { methods } = await call<{ methods: { method: string; status: string }[] }>(
    stage,
    '/v1/ecommerce/payment/methods',
    {},
  );
  return methods.some((one) => one.method === method && one.status === 'ENABLED');
}

function post(stage: Stage, path: string, body: object): Promise<unknown> {
  return call(stage, path, { method: 'POST', body: JSON.stringify(body) });
}

async function call<Body>(stage: Stage, path: string, init: RequestInit): Promise<Body> {
  const { port, token } = stage.gateway.target;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${String(answer.status)}: ${text}`);
  return JSON.parse(text) as Body;
}
