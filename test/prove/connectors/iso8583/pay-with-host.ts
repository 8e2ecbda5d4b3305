// Every operation of the ISO 8583 connector with one host, in steps: also duplicates, reversals, a
// lost connection and silence.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { money } from '@bramka/gateway/core/money.ts';
import type { Authorization, FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';
import { connectHost } from '@bramka/gateway/providers/iso8583/transport.ts';
import { cardMeans, inquiryOf } from '../../../support/providers/requests.ts';
import { LONGEST_WAIT_MS, until, within } from '../../../support/waiting/until.ts';
import type { Report } from '../proof.ts';
import type { Exchanges } from '../recorded/exchanges.ts';
import { fixedRequests, NOW } from '../recorded/fixed-requests.ts';
import { serveFrames } from '../recorded/frame-exchanges.ts';

/** The formats of jPOS: A is all text, with its bitmap; B is packed. */
export const formats = ['A', 'B'] as const;
export type Format = (typeof formats)[number];

const acceptor = {
  terminalId: 'TERM0001',
  cardAcceptorId: 'SHOP00000000001',
  mcc: '5399',
  country: '616',
  acquirerId: '400000',
};

interface Counterpart {
  readonly adapter: Provider;
  readonly requests: ReturnType<typeof fixedRequests>;
  /** In a new step; what the check returns is recorded. */
  readonly proves: (fact: string, check: () => Promise<unknown>) => Promise<void>;
  /** Fails unless the host printed this in the step. */
  readonly assertSaid: (lines: readonly string[]) => Promise<void>;
  /** Resolves when the connection was lost and there is another. */
  readonly reconnected: () => Promise<void>;
}

export const prefixOf = (format: Format): string => `format ${format}: `;

/** `said`: the lines of the host; null: they are not known. */
export async function payWithHost(
  format: Format,
  exchanges: Exchanges<string, string>,
  proves: Report['proves'],
  said: string[] | null,
): Promise<void> {
  const server = await serveFrames(exchanges);
  const lines = connect(format, server.port);
  const isReady = () => within(LONGEST_WAIT_MS, lines.whenReady(), () => 'a sign-on');
  const counterpart: Counterpart = {
    adapter: lines.adapter,
    requests: fixedRequests(),
    proves(fact, check) {
      const name = prefixOf(format) + fact;
      const work = async () => {
        await isReady();
        said?.splice(0);
        return check();
      };
      return proves(name, async () => void (await exchanges.step(name, work)));
    },
    assertSaid: async (expected) => (said ? assertSaid(said, expected) : undefined),
    async reconnected() {
      await until(() => server.accepted() > 1, 'a new connection');
      await isReady();
    },
  };
  try {
    await counterpart.proves('sign-on', isReady);
    await proveOperations(counterpart);
    await proveLosses(counterpart);
    await counterpart.proves('sign-off', () => lines.close());
    exchanges.end();
  } finally {
    await lines.close();
    await server.close();
  }
}

function connect(format: Format, port: number) {
  return connectHost({
    name: 'iso8583',
    packager: join(import.meta.dirname, `host-${format}.json`),
    hosts: [{ host: '127.0.0.1', port }],
    connections: 1,
    echoEveryMs: 600_000,
    tls: null,
    macKey: null,
    acceptor,
    clock: { ...systemClock, now: () => NOW + LATER_MS },
    timeoutMs: 5_000,
    maxInFlightMs: 1_000,
    log: { warn: () => undefined },
  });
}

/** Every authorization is old enough that its reversal is final. */
const LATER_MS = 60_000;

/** What the host printed arrives after its answers; sign-ons and echo tests are not counted. */
async function assertSaid(said: readonly string[], expected: readonly string[]): Promise<void> {
  const hasEcho = expected.some((line) => line.startsWith('network'));
  const lines = () => said.filter((line) => hasEcho || !line.startsWith('network'));
  await until(() => lines().length >= expected.length, 'the lines of the host');
  assert.deepEqual(lines(), expected);
}

function authorizationOf(
  { requests }: Counterpart,
  minor: bigint,
  kind: 'sale' | 'hold' = 'sale',
): Promise<Authorization> {
  const means = cardMeans('4111111111111111');
  return requests.authorization({ amount: money(minor, 'PLN'), means }, kind);
}

/** On a new authorization that the host approved. */
async function followUpOn(
  counterpart: Counterpart,
  kind: 'sale' | 'hold',
  minor: bigint,
): Promise<FollowUp> {
  const original = await authorizationOf(counterpart, 10_000n, kind);
  const outcome = await counterpart.adapter.authorize(original);
  assert.ok(outcome.kind === 'approved', JSON.stringify(outcome));
  assert.equal(outcome.authCode, '123456');
  return counterpart.requests.followUpOf(original, outcome.reference, money(minor, 'PLN'));
}

async function proveOperations(counterpart: Counterpart): Promise<void> {
  const { adapter, proves, assertSaid } = counterpart;
  await proves('echo', async () => {
    const finding = await adapter.check?.();
    assert.deepEqual(finding, { kind: 'not-found' });
    await assertSaid(['network 301']);
    return finding;
  });
  await proves('a decline', async () => {
    const outcome = await adapter.authorize(await authorizationOf(counterpart, 5_051n));
    const declined = { kind: 'declined', rejectCode: 'INSUFFICIENT_FUNDS', reference: null };
    assert.deepEqual(outcome, { ...declined, providerCode: '51' });
    await assertSaid(['declined 0200']);
    return outcome;
  });
  const operations = [
    ['capture', 'hold', 'charged 0100 000000010000', 'accepted 0220 000000006000'],
    ['adjust', 'hold', 'charged 0100 000000010000', 'accepted 0100 000000006000'],
    ['refund', 'sale', 'charged 0200 000000010000', 'refunded 0200 000000006000'],
    ['reverse', 'sale', 'charged 0200 000000010000', 'reversed 0400'],
    ['reverse', 'hold', 'charged 0100 000000010000', 'reversed 0400'],
  ] as const;
  for (const [verb, kind, first, second] of operations) {
    await proves(`a ${kind} and its ${verb}, which is repeated and happens once`, async () => {
      const request = await followUpOn(counterpart, kind, 6_000n);
      const outcome = await adapter.followUps[verb]?.(request);
      assert.equal(outcome?.kind, 'approved');
      assert.deepEqual(await adapter.followUps[verb]?.(request), outcome);
      // The time of the test is late for these requests, so both are marked as repeats.
      const [, type = ''] = second.split(' ');
      await assertSaid([first, second, `duplicate ${type.slice(0, 3)}1`]);
      return outcome;
    });
  }
  await proves('an authorization that is sent twice is one charge', async () => {
    const request = await authorizationOf(counterpart, 7_000n);
    const outcome = await adapter.authorize(request);
    assert.equal(outcome.kind, 'approved');
    assert.deepEqual(await adapter.authorize(request), outcome);
    await assertSaid(['charged 0200 000000007000', 'duplicate 0200']);
    return outcome;
  });
}

async function proveLosses(counterpart: Counterpart): Promise<void> {
  const { adapter, proves, assertSaid, reconnected } = counterpart;
  const inquire = ({ attemptId, amount, ...request }: Authorization, checks: number) =>
    adapter.inquire(inquiryOf(attemptId, 'authorize', null, amount, { ...request, checks }));
  const undone = { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: null };
  await proves('a connection that is lost: reversed until 0430, then declined', async () => {
    const request = await authorizationOf(counterpart, 10_066n);
    const outcome = await adapter.authorize(request);
    assert.deepEqual(outcome, { kind: 'unknown', why: 'connection' });
    await reconnected();
    const findings = [await inquire(request, 0), await inquire(request, 1)];
    assert.deepEqual(findings, [undone, undone]);
    await assertSaid(['charged 0200 000000010066', 'lost', 'reversed 0420', 'duplicate 0421']);
    return [outcome, ...findings];
  });
  await proves('silence: a time-out, and the reversal finds nothing', async () => {
    const request = await authorizationOf(counterpart, 10_077n, 'hold');
    const outcome = await adapter.authorize(request);
    assert.deepEqual(outcome, { kind: 'unknown', why: 'timeout' });
    const finding = await inquire(request, 0);
    assert.deepEqual(finding, { kind: 'not-found' });
    await assertSaid(['silent', 'not located 0420']);
    return [outcome, finding];
  });
}
