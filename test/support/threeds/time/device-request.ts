// Waits until the gateway requests the customer's device data, which can happen after a soft
// decline.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../client.ts';

const WAIT_LIMIT_MS = 180_000;

/** For a payment that was soft-declined before the customer's device was known. */
export async function waitForDeviceRequest(
  client: Client,
  token: string,
  paymentId: string,
): Promise<void> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const { status, dataRequest } = await client.statusOf(token, paymentId);
    assert.equal(status, 'PENDING');
    if (dataRequest === 'DEVICE') return;
    assert.ok(Date.now() < deadline, 'the device data was never requested');
    await sleep(20);
  }
}
