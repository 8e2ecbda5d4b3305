// Tests of the acquirer with injected faults, in memory: for each fault, what it answers and what
// it records.
import { deepEqual, equal } from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import {
  CARD,
  authorizeRequest,
  openAcquirerFixture,
  type AcquirerFixture,
} from '../testing/acquirer-fixture.ts';
import type { Fault } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';

const MAX_IN_FLIGHT_MS = 60_000;

describe('the acquirer with faults', () => {
  let fixture: AcquirerFixture;
  let faults: Fault[];
  let acquirer: ReturnType<typeof withFaults>;
  let request: PlainRequest;
  beforeEach(async () => {
    fixture = await openAcquirerFixture('memory');
    faults = [];
    request = authorizeRequest(fixture.ids);
    acquirer = withFaults();
  });
  /** As the party is assembled. */
  const withFaults = () => {
    const { clock, acquirer: plain } = fixture;
    const take = () => Promise.resolve(faults[0]);
    const parts = { clock, faults: { take }, maxInFlightMs: MAX_IN_FLIGHT_MS };
    const wire = faultyCalls('acquirer', parts);
    const handle: typeof plain.handle = (verb, request) =>
      wire.call(verb, () => plain.handle(verb, request));
    return { ...plain, handle, quiet: () => wire.quiet() };
  };
  const fail = (fault: Omit<Fault, 'provider'>) => faults.push({ provider: 'acquirer', ...fault });
  const recorded = async () => (await fixture.store.ofPayment(request.paymentId ?? '')).length;
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  const rows: [fault: Omit<Fault, 'provider'>, status: number | undefined, recorded: number][] = [
    [{ timeout: true }, undefined, 0],
    [{ outage: true }, 503, 0],
    [{ dropAnswer: true }, undefined, 1],
    [{ duplicate: true }, 200, 1],
    [{ duplicate: true, dropAnswer: true }, undefined, 1],
  ];
  for (const [fault, status, charges] of rows) {
    const title = Object.keys(fault).join(' and ');
    test(`${title} answers ${status} and charges ${charges}`, async () => {
      fail(fault);
      const answer = await acquirer.handle('authorize', request);
      deepEqual([answer?.status, await recorded()], [status, charges]);
    });
  }

  test('behaves like the acquirer without a fault', async () => {
    equal((await acquirer.handle('authorize', request))?.status, 200);
    equal((await acquirer.chargesOf(request.paymentId ?? '')).length, 1);
  });

  test('latency delays a request and does not lose it', async () => {
    fail({ latencyMs: 1000 });
    const answer = acquirer.handle('authorize', request);
    await settle();
    equal(await recorded(), 0);
    fixture.clock.advance(1000);
    equal((await answer)?.status, 200);
    equal(await recorded(), 1);
  });

  test('a request is lost if the clock is moved past its time limit', async () => {
    fail({ latencyMs: 1000 });
    const answer = acquirer.handle('authorize', request);
    await settle();
    fixture.clock.advance(MAX_IN_FLIGHT_MS + 1);
    deepEqual([await answer, await recorded()], [undefined, 0]);
  });

  test("a slow card's request is lost if the clock is moved past its time limit", async () => {
    const slow = { ...request, card: { ...CARD, number: '4000000000020018' } };
    const answer = fixture.withTimeLimit.handle('authorize', slow);
    await settle();
    fixture.clock.advance(MAX_IN_FLIGHT_MS + 1);
    deepEqual([await answer, await recorded()], [undefined, 0]);
  });

  test('quiet() resolves when no request is processed, and waits a limited time', async () => {
    await acquirer.quiet();
    const slow = { ...request, card: { ...CARD, number: '4000000000020018' } };
    const answer = acquirer.handle('authorize', slow);
    await settle();
    const quiet = acquirer.quiet().then(() => 'quiet');
    await settle();
    equal(await Promise.race([quiet, Promise.resolve('busy')]), 'busy');
    fixture.clock.advance(250);
    equal(await quiet, 'quiet');
    fixture.clock.advance(3000);
    equal((await answer)?.status, 200);
  });
});
