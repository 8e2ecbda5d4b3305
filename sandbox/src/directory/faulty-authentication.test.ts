// Tests of the directory server and the ACS with injected faults, in memory: what is answered, what
// is recorded, and which results are delivered.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { ARes, AReq } from '@bramka/gateway/threeds/messages/message.ts';
import { areqOf, authenticated, acknowledge, openAcsRig, type AcsRig } from '../testing/acs-rig.ts';
import { faultyResults } from '../acs/http/delivery.ts';
import type { Fault } from '../party/fault.ts';
import { faultyDirectory, type FaultyDirectory } from './faulty-directory.ts';

let rig: AcsRig;
let asked: string[];
let fault: Omit<Fault, 'provider'> | undefined;
const faults = {
  take(provider: string, verb: string): Promise<Fault | undefined> {
    asked.push(`${provider} ${verb}`);
    return Promise.resolve(fault && { provider, ...fault });
  },
};
beforeEach(async () => {
  rig = await openAcsRig('memory');
  asked = [];
  fault = undefined;
});

describe('the directory server with faults', () => {
  let directory: FaultyDirectory;
  let areq: AReq;
  beforeEach(() => {
    directory = faultyDirectory(rig.directory, { clock: rig.clock, faults, maxInFlightMs: 60_000 });
    areq = areqOf(rig.ids);
  });
  const wasSeen = async () => {
    const again = (await rig.directory.handle('VISA', areq))?.body as { messageType: string };
    return again.messageType === 'Erro';
  };

  const rows: [fault: Omit<Fault, 'provider'>, status: number | undefined, isSeen: boolean][] = [
    [{ timeout: true }, undefined, false],
    [{ outage: true }, 503, false],
    [{ dropAnswer: true }, undefined, true],
  ];
  for (const [given, status, isSeen] of rows) {
    const [what] = Object.keys(given);
    test(`${what} answers ${status}, ${isSeen ? 'done' : 'not done'}`, async () => {
      fault = given;
      equal((await directory.handle('VISA', areq))?.status, status);
      equal(await wasSeen(), isSeen);
    });
  }

  test('checks faults for each message type, and behaves normally without one', async () => {
    const preq = {
      messageType: 'PReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: rig.ids.next(),
    };
    equal((await directory.handle('VISA', areq))?.status, 200);
    await directory.handle('VISA', { ...preq, threeDSServerRefNumber: 'x' });
    await directory.handle('VISA', null);
    deepEqual(asked, ['directory areq', 'directory preq', 'directory areq']);
    deepEqual(await directory.keys(), await rig.directory.keys());
    await directory.quiet();
  });
});

describe('results with faults', () => {
  const send = (isFirst = true) => {
    const deliver = faultyResults(
      (...result) => {
        const [url, rreq] = result;
        rig.sent.push({ url, rreq });
        return rig.deliver(...result);
      },
      { clock: rig.clock, faults },
    );
    return deliver('https://x.example', { acsTransID: 'a' } as never, isFirst);
  };
  const statusOf = async (isFirst?: boolean) => {
    const answer = await send(isFirst);
    return answer === 'later' ? answer : answer.status;
  };

  test('are delivered without a fault', async () => {
    equal(await statusOf(), 200);
    deepEqual([asked, rig.sent.length], [['acs rreq'], 1]);
  });

  test('are lost by a time-out and refused by an outage', async () => {
    fault = { timeout: true };
    await rejects(send(), /lost/);
    fault = { outage: true };
    equal(await statusOf(), 503);
    equal(rig.sent.length, 0);
  });

  test('are delivered even if their answer is lost', async () => {
    fault = { dropAnswer: true };
    await rejects(send(), /lost/);
    equal(rig.sent.length, 1);
  });

  test('are delayed by reorderCallback only once', async () => {
    fault = { reorderCallback: true };
    deepEqual([await statusOf(true), rig.sent.length], ['later', 0]);
    deepEqual([await statusOf(false), rig.sent.length], [200, 1]);
  });

  test('are sent twice at the same time, and one answer is enough', async () => {
    fault = { duplicateCallback: true };
    const gate = Promise.withResolvers<undefined>();
    let isLost = false;
    rig.deliver = async (...result) => {
      await gate.promise;
      isLost = !isLost;
      return isLost ? Promise.reject(new Error('gone')) : acknowledge(...result);
    };
    const sending = statusOf();
    await new Promise(setImmediate);
    equal(rig.sent.length, 2, 'both are in flight');
    gate.resolve(undefined);
    equal(await sending, 200);
    rig.deliver = () => Promise.reject(new Error('gone'));
    await rejects(send(), /neither/);
  });

  test('are delayed by the latency', async () => {
    fault = { latencyMs: 500 };
    const sending = statusOf();
    await new Promise(setImmediate);
    equal(rig.sent.length, 0);
    rig.clock.advance(500);
    equal(await sending, 200);
  });
});

test('a lost result is delivered by the next attempt with the same outcome', async () => {
  const ares: ARes = await authenticated(rig);
  const own = rig.deliver;
  rig.deliver = faultyResults(own, { clock: rig.clock, faults });
  fault = { timeout: true };
  await rig.acs.applyAction(ares.acsTransID, { do: 'approve' });
  equal((await rig.store.find(ares.acsTransID))?.resultState, 'DUE');
  fault = undefined;
  rig.clock.advance(2_000);
  await rig.acs.runDue();
  equal((await rig.store.find(ares.acsTransID))?.resultState, 'DELIVERED');
});
