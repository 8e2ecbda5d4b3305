// SIGTERM under load: the process takes nothing new, finishes what it has answered, exits with 0,
// and leaves no payment half done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway } from '../support/gateway.ts';
import { createPlace, databaseKinds, skipOn } from '../support/place.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { assertTrue, truthOf } from '../support/tables.ts';
import type { Reply } from '../support/client.ts';

for (const database of databaseKinds) {
  const name = `SIGTERM under load on the ${database} database drains and exits with 0`;
  test(name, { skip: skipOn(database) }, async () => {
    const place = await createPlace(database);
    const gateway = await startGateway({ place });
    const token = await gateway.authenticate();
    const answered: string[] = [];
    const refused: Reply[] = [];
    let isStopping = false;
    const client = async (): Promise<void> => {
      while (refused.length < 50) {
        const reply = await gateway.payByCard({ token }).catch(() => undefined);
        if (!reply && isStopping) return;
        assert.ok(reply, 'nobody is sent away while the gateway runs');
        if (reply.status === 200) answered.push(reply.body['paymentId'] as string);
        else refused.push(reply);
      }
    };
    const load = Array.from({ length: 12 }, client);
    await sleep(600);
    isStopping = true;
    await gateway.stop();
    await Promise.all(load);
    assert.ok(answered.length > 20, 'the load was real');
    for (const reply of refused) {
      assert.equal(reply.status, 503, reply.text);
      assertErrorReply(reply, 'while closing');
    }
    const rows = await truthOf(place);
    assertTrue(rows);
    const completed = new Set(
      rows.filter((row) => row.status === 'COMPLETED').map((row) => row.paymentId),
    );
    for (const paymentId of answered) assert.ok(completed.has(paymentId), `${paymentId} is lost`);
    assert.equal(rows.length, answered.length, 'every payment that was made was also answered');
    await place.remove();
  });
}
