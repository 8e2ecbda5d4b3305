// Proves the ISO 8583 connector against a stateful host with jPOS: every operation, duplicates,
// reversals, a lost connection and silence, with text and with packed digits.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { uuidV7 } from '@bramka/gateway/core/id.ts';
import { money } from '@bramka/gateway/core/money.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { Authorization, FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';
import { connectHost } from '@bramka/gateway/providers/iso8583/transport.ts';
import { runCommand } from '../../../setup/commands.ts';
import { freePort } from '../../../setup/free-port.ts';
import { cardMeans } from '../../../support/providers/requests.ts';
import { LONGEST_WAIT_MS, until, within } from '../../../support/waiting/until.ts';
import type { ConnectorProof, Report } from '../proof.ts';

const VERSION = '2.1.9';

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bramka</groupId><artifactId>iso-host</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.jpos</groupId><artifactId>jpos</artifactId><version>${VERSION}</version>
  </dependency></dependencies>
</project>
`;

/** The formats of jPOS: all in text, or packed; the bitmap of the first is text too. */
const hosts = {
  A: { encodings: { bitmap: 'hex-ascii', bytes: 'hex-ascii' } },
  B: { encodings: { digits: 'bcd', tracks: 'bcd', lengths: 'bcd' } },
} as const;
type Format = keyof typeof hosts;

const acceptor = {
  terminalId: 'TERM0001',
  cardAcceptorId: 'SHOP00000000001',
  mcc: '5399',
  country: '616',
  acquirerId: '400000',
};

export const jposProof: ConnectorProof = {
  name: 'iso8583',
  witness: `jPOS ${VERSION}`,
  needs: ['java', 'javac', 'mvn'],
  prepare(folder) {
    writeFileSync(join(folder, 'pom.xml'), pom);
    const copy = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
    const { ok, lastError } = runCommand('mvn', ['-f', join(folder, 'pom.xml'), ...copy]);
    assert.ok(ok, lastError);
    return Promise.resolve();
  },
  async run(folder, report) {
    for (const format of ['A', 'B'] as const) await proveFormat(folder, format, report);
  },
};

/** A host in a process of its own; `said` is what it printed. */
async function openJpos(folder: string, format: Format) {
  const port = await freePort();
  const source = join(import.meta.dirname, 'iso-host.java');
  const child = spawn('java', ['-cp', join(folder, 'lib', '*'), source, format, String(port)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const problems: string[] = [];
  createInterface(child.stderr).on('line', (line) => problems.push(line));
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  await until(() => said.includes('listening') || child.exitCode !== null, 'the host of jPOS');
  assert.equal(child.exitCode, null, problems.join('\n'));
  return {
    port,
    said,
    async close() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

async function proveFormat(folder: string, format: Format, report: Report): Promise<void> {
  const packager = join(folder, `host-${format}.json`);
  const tags = { tagSize: 2, lengthSize: 3, facts: { 90: 'paymentId', 92: 'cvv' } };
  const host = { version: '1987', ...hosts[format], privateFields: { 48: tags } };
  writeFileSync(packager, JSON.stringify(host));
  const jpos = await openJpos(folder, format);
  const { port, said } = jpos;
  const lines = connectHost({
    name: 'iso8583',
    packager,
    hosts: [{ host: '127.0.0.1', port }],
    connections: 1,
    echoEveryMs: 600_000,
    tls: null,
    macKey: null,
    acceptor,
    clock: { ...systemClock, now: () => systemClock.now() + LATER_MS },
    timeoutMs: 2_000,
    maxInFlightMs: 1_000,
    log: { warn: () => undefined },
  });
  const isReady = () => within(LONGEST_WAIT_MS, lines.whenReady(), () => 'a sign-on');
  const proves = (fact: string, check: () => Promise<void>) =>
    report.proves(`format ${format}: ${fact}`, async () => {
      await isReady();
      said.length = 0;
      await check();
    });
  try {
    await report.proves(`format ${format}: sign-on`, isReady);
    await proveOperations(lines.adapter, said, proves);
    await proveLosses(lines.adapter, said, proves);
  } finally {
    await lines.close();
    await jpos.close();
  }
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

type Proves = (fact: string, check: () => Promise<void>) => Promise<void>;

function newAuthorization(minor: bigint, kind: 'sale' | 'hold' = 'sale'): Authorization {
  const newId = (): string => uuidV7(systemClock.now(), systemRandom(10));
  const ids = { attemptId: newId(), paymentId: newId(), merchantId: '10000001' };
  return { ...ids, amount: money(minor, 'PLN'), means: cardMeans('4111111111111111'), kind };
}

/** On a new authorization that the host approved. */
async function followUpOn(
  adapter: Provider,
  kind: 'sale' | 'hold',
  minor: bigint,
): Promise<FollowUp> {
  const original = newAuthorization(10_000n, kind);
  const outcome = await adapter.authorize(original);
  assert.ok(outcome.kind === 'approved', JSON.stringify(outcome));
  assert.equal(outcome.authCode, '123456');
  return {
    ...newAuthorization(minor),
    paymentId: original.paymentId,
    originalAttemptId: original.attemptId,
    originalReference: outcome.reference,
  };
}

async function proveOperations(
  adapter: Provider,
  said: readonly string[],
  proves: Proves,
): Promise<void> {
  await proves('echo', async () => {
    assert.deepEqual(await adapter.check?.(), { kind: 'not-found' });
    await assertSaid(said, ['network 301']);
  });
  await proves('a decline', async () => {
    const outcome = await adapter.authorize(newAuthorization(5_051n));
    const declined = { kind: 'declined', rejectCode: 'INSUFFICIENT_FUNDS', reference: null };
    assert.deepEqual(outcome, { ...declined, providerCode: '51' });
    await assertSaid(said, ['declined 0200']);
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
      const request = await followUpOn(adapter, kind, 6_000n);
      const outcome = await adapter.followUps[verb]?.(request);
      assert.equal(outcome?.kind, 'approved');
      assert.deepEqual(await adapter.followUps[verb]?.(request), outcome);
      // The time of the test is late for these requests, so both are marked as repeats.
      const [, type = ''] = second.split(' ');
      await assertSaid(said, [first, second, `duplicate ${type.slice(0, 3)}1`]);
    });
  }
  await proves('an authorization that is sent twice is one charge', async () => {
    const request = newAuthorization(7_000n);
    const outcome = await adapter.authorize(request);
    assert.equal(outcome.kind, 'approved');
    assert.deepEqual(await adapter.authorize(request), outcome);
    await assertSaid(said, ['charged 0200 000000007000', 'duplicate 0200']);
  });
}

async function proveLosses(
  adapter: Provider,
  said: readonly string[],
  proves: Proves,
): Promise<void> {
  const inquire = ({ amount, ...request }: Authorization, checks: number) =>
    adapter.inquire({
      ...request,
      verb: 'authorize',
      reference: null,
      checks,
      amountMinor: amount.minor,
      currency: amount.currency,
    });
  const undone = { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: null };
  await proves('a connection that is lost: reversed until 0430, then declined', async () => {
    const request = newAuthorization(10_066n);
    assert.deepEqual(await adapter.authorize(request), { kind: 'unknown', why: 'connection' });
    await until(async () => (await adapter.check?.())?.kind === 'not-found', 'a new connection');
    assert.deepEqual(await inquire(request, 0), undone);
    assert.deepEqual(await inquire(request, 1), undone);
    await assertSaid(said, [
      'charged 0200 000000010066',
      'lost',
      'reversed 0420',
      'duplicate 0421',
    ]);
  });
  await proves('silence: a time-out, and the reversal finds nothing', async () => {
    const request = newAuthorization(10_077n, 'hold');
    assert.deepEqual(await adapter.authorize(request), { kind: 'unknown', why: 'timeout' });
    assert.deepEqual(await inquire(request, 0), { kind: 'not-found' });
    await assertSaid(said, ['silent', 'not located 0420']);
  });
}
