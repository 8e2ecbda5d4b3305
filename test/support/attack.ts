// Set-up for tests that send invalid input to every operation of the OpenAPI document: concrete
// paths, the right kind of token, a valid body, and the check that no answer is a server error.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { Json, Reply } from './client.ts';
import { exclusiveGateway, type BorrowedGateway } from './pool/borrow.ts';
import { cardRequest } from './client.ts';
import { anyDatabase, type DatabaseKind } from './installation.ts';
import { assertErrorReply, operationsOf, type ApiOperation } from './reply-check.ts';

export interface Target {
  readonly gateway: BorrowedGateway;
  readonly operations: readonly ApiOperation[];
  /** Those of the sandbox: its controls and the simulated providers. */
  readonly sandboxOperations: readonly ApiOperation[];
  readonly token: string;
  readonly paymentId: string;
  /** A merchant that admin operations may modify. */
  readonly victimId: string;
}

/** Its rate limits are off: they would answer before the checks under test. */
export async function startTarget(database: DatabaseKind = anyDatabase): Promise<Target> {
  const gateway = await exclusiveGateway(database);
  const token = await gateway.authenticate();
  const made = await gateway.payByCard({ token });
  const { merchantId } = await gateway.addMerchant();
  const paymentId = made.body['paymentId'] as string;
  const described = await operationsOf(gateway);
  const under = (prefix: string) => described.filter(({ path }) => path.startsWith(prefix));
  const [operations, sandboxOperations] = [under('/v1/'), under('/sandbox/')];
  return { gateway, operations, sandboxOperations, token, paymentId, victimId: merchantId };
}

export function pathOf(target: Target, operation: ApiOperation): string {
  return operation.path
    .replace('{paymentId}', target.paymentId)
    .replace('{merchantId}', target.victimId)
    .replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');
}

export function tokenFor(target: Target, operation: ApiOperation): string | undefined {
  if (operation.isOpen) return undefined;
  return operation.isForOperator ? target.gateway.adminKey : target.token;
}

/** A body that the operation accepts. */
export function validBody(operation: ApiOperation): Json {
  const isCreation = operation.method === 'POST' && operation.path === '/v1/ecommerce/payment';
  return isCreation ? cardRequest() : structuredClone(operation.body?.example ?? {});
}

export function send(
  target: Target,
  operation: ApiOperation,
  body: unknown,
): Promise<Reply<unknown>> {
  return sendTo(target, operation, '', body);
}

/** With a query. */
export function sendTo(
  target: Target,
  operation: ApiOperation,
  query: string,
  body: unknown,
): Promise<Reply<unknown>> {
  const token = tokenFor(target, operation);
  const path = `${pathOf(target, operation)}${query}`;
  return target.gateway.call(operation.method, path, { token, body });
}

/** Whatever is sent, the answer must be a documented success or an error body below 500. */
export function assertDefined(reply: Reply<unknown>, about: string): void {
  assert.ok(reply.status < 500, `${about} ${reply.status} ${reply.text}`);
  if (reply.status !== 200) assertErrorReply(reply, about);
}

/** The gateway is healthy and has logged no unexpected error. An attack uses up budgets. */
export async function assertHealthy({ gateway }: Target): Promise<void> {
  assert.equal((await gateway.call('GET', '/health/ready')).status, 200);
  const defects = gateway
    .logs()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"|unhandled/i.test(line))
    .filter((line) => !line.includes('a budget is used up'));
  assert.deepEqual(defects.slice(0, 3), []);
}

export interface RawReply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Sends a request with path and method exactly as given, without normalization. */
export function sendRaw(url: string, method: string, path: string): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
