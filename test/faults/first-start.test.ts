// kill -9 during the very first start, while the embedded database is being unpacked: the next
// start unpacks it again and completes it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGateway, startGateway } from '../support/gateway.ts';
import { createInstallation } from '../support/installation.ts';

for (const afterFiles of [1, 40, 400]) {
  test(`the next start repairs a first start killed after ${afterFiles} files`, async () => {
    const installation = await createInstallation('embedded', { isFirstStart: true });
    const folder = join(installation.dataDir, 'pglite');
    const doomed = spawnGateway(installation);
    while (doomed.isRunning() && filesIn(folder) < afterFiles) await sleep(1);
    doomed.signal('SIGKILL');
    assert.equal(await doomed.exited(), null, doomed.logs());

    const gateway = await startGateway({ installation });
    const token = await gateway.authenticate();
    const made = await gateway.payByCard({ token });
    await gateway.waitForStatus(token, made.body['paymentId'] as string, 'COMPLETED');
    await gateway.stop();
    await installation.remove();
  });
}

function filesIn(folder: string): number {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0;
}
