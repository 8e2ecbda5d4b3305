// Waits until a newly started gateway has loaded the card ranges. Without them it asks the
// directory server about each card, and has no 3DS Method URL and no app versions.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { base } from '../life/payments.ts';
import { firstRanges, testCard, type Enrolled } from './test-card.ts';

/** Longer than the retry delay after a directory server did not answer in time. */
const PATIENCE_MS = 600_000;

/** For tests with the 3DS Method or an app: all directory servers have reported their ranges. */
export async function untilRangesKnown(client: Client): Promise<void> {
  const token = await client.authenticate();
  const deadline = Date.now() + PATIENCE_MS;
  for (const organization of Object.keys(firstRanges) as Enrolled[]) {
    const instrument = { type: 'CARD', instrumentNo: testCard(organization, 'yes') };
    for (;;) {
      const { body, text } = await client.call('POST', `${base}/binInfo`, {
        token,
        body: { instrument },
      });
      if (body['dsStartProtocol'] !== undefined) break;
      assert.ok(Date.now() < deadline, `no card ranges of ${organization}: ${text}`);
      await sleep(200);
    }
  }
}
