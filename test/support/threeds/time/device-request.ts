// Waiting until the gateway asks for the customer's device, which a soft decline may make it do.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../client.ts';

const WAIT_LIMIT_MS = 180_000;

/** For a payment whose issuer has declined softly before anybody knew the customer's device. */
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
    assert.ok(Date.now() < deadline, 'the device is never asked for');
    await sleep(20);
  }
}
