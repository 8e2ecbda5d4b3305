// Tests of the directory server and the ACS with injected faults, in memory: what is answered, what
// is recorded, and which results are delivered.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { ARes, AReq } from '@bramka/gateway/threeds/messages/message.ts';
import {
  areqOf,
  authenticated,
  acknowledge,
  openAcsFixture,
  type AcsFixture,
} from '../testing/acs-fixture.ts';
import { faultyResults } from '../acs/http/delivery.ts';
import type { Fault } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import type { SimulatedDirectory } from './directory.ts';
import { verbOf } from './party.ts';

let fixture: AcsFixture;
let asked: string[];
let fault: Omit<Fault, 'provider'> | undefined;
const faults = {
  take(provider: string, verb: string): Promise<Fault | undefined> {
    asked.push(`${provider} ${verb}`);
    return Promise.resolve(fault && { provider, ...fault });
  },
};
beforeEach(async () => {
  fixture = await openAcsFixture('memory');
  asked = [];
  fault = undefined;
});

describe('the directory server with faults', () => {
  let directory: Pick<SimulatedDirectory, 'handle'>;
  let areq: AReq;
  beforeEach(() => {
    const { clock, directory: plain } = fixture;
    const wire = faultyCalls('directory', { clock, faults, maxInFlightMs: 60_000 });
    directory = {
      handle: (organization, message) =>
        wire.call(verbOf(message), () => plain.handle(organization, message)),
    };
    areq = areqOf(fixture.ids);
  });
  const wasSeen = async () => {
    const again = (await fixture.directory.handle('VISA', areq))?.body as { messageType: string };
    return again.messageType === 'Erro';
  };

  const rows: [fault: Omit<Fault, 'provider'>, status: number | undefined, isSeen: boolean][] = [
    [{ timeout: true }, undefined, false],
    [{ outage: true }, 503, false],
    [{ dropAnswer: true }, undefined, true],
  ];
  for (const [faultSet, status, isSeen] of rows) {
    const [what] = Object.keys(faultSet);
    test(`${what} answers ${status}, ${isSeen ? 'done' : 'not done'}`, async () => {
      fault = faultSet;
      equal((await directory.handle('VISA', areq))?.status, status);
      equal(await wasSeen(), isSeen);
    });
  }

  test('checks faults for each message type, and behaves normally without one', async () => {
    const preq = {
      messageType: 'PReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: fixture.ids.next(),
    };
    equal((await directory.handle('VISA', areq))?.status, 200);
    await directory.handle('VISA', { ...preq, threeDSServerRefNumber: 'x' });
    await directory.handle('VISA', null);
    deepEqual(asked, ['directory areq', 'directory preq', 'directory areq']);
  });
});

describe('results with faults', () => {
  const send = (isFirst = true) => {
    const deliver = faultyResults(
      (...result) => {
        const [url, rreq] = result;
        fixture.sent.push({ url, rreq });
        return fixture.deliver(...result);
      },
      { clock: fixture.clock, faults },
    );
    return deliver('https://x.example', { acsTransID: 'a' } as never, isFirst);
  };
  const statusOf = async (isFirst?: boolean) => {
    const answer = await send(isFirst);
    return answer === 'later' ? answer : answer.status;
  };

  test('are delivered without a fault', async () => {
    equal(await statusOf(), 200);
    deepEqual([asked, fixture.sent.length], [['acs rreq'], 1]);
  });

  test('are lost by a time-out and refused by an outage', async () => {
    fault = { timeout: true };
    await rejects(send(), /lost/);
    fault = { outage: true };
    equal(await statusOf(), 503);
    equal(fixture.sent.length, 0);
  });

  test('are delivered even if their answer is lost', async () => {
    fault = { dropAnswer: true };
    await rejects(send(), /lost/);
    equal(fixture.sent.length, 1);
  });

  test('are delayed by reorderCallback only once', async () => {
    fault = { reorderCallback: true };
    deepEqual([await statusOf(true), fixture.sent.length], ['later', 0]);
    deepEqual([await statusOf(false), fixture.sent.length], [200, 1]);
  });

  test('are sent twice at the same time, and one answer is enough', async () => {
    fault = { duplicateCallback: true };
    const gate = Promise.withResolvers<undefined>();
    let isLost = false;
    fixture.deliver = async (...result) => {
      await gate.promise;
      isLost = !isLost;
      return isLost ? Promise.reject(new Error('gone')) : acknowledge(...result);
    };
    const sending = statusOf();
    await new Promise(setImmediate);
    equal(fixture.sent.length, 2, 'both are in flight');
    gate.resolve(undefined);
    equal(await sending, 200);
    fixture.deliver = () => Promise.reject(new Error('gone'));
    await rejects(send(), /neither/);
  });

  test('are delayed by the latency', async () => {
    fault = { latencyMs: 500 };
    const sending = statusOf();
    await new Promise(setImmediate);
    equal(fixture.sent.length, 0);
    fixture.clock.advance(500);
    equal(await sending, 200);
  });
});

test('a lost result is delivered by the next attempt with the same outcome', async () => {
  const ares: ARes = await authenticated(fixture);
  const own = fixture.deliver;
  fixture.deliver = faultyResults(own, { clock: fixture.clock, faults });
  fault = { timeout: true };
  await fixture.acs.applyAction(ares.acsTransID, { do: 'approve' });
  equal((await fixture.store.find(ares.acsTransID))?.resultState, 'DUE');
  fault = undefined;
  fixture.clock.advance(2_000);
  await fixture.acs.runDue();
  equal((await fixture.store.find(ares.acsTransID))?.resultState, 'DELIVERED');
});
