// Root keys of Google Pay in a file of the operator: a changed file counts within a minute, a bad
// one changes nothing and is reported, and simulated roots do not start a production gateway.
import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseAppleRoots } from '@bramka/gateway/wallets/trust/apple-roots.ts';
import { parseGoogleRoots } from '@bramka/gateway/wallets/trust/google-roots.ts';
import { startGateway, spawnGateway, type Gateway } from '../support/gateway.ts';
import { createPlace, type Place } from '../support/place.ts';
import { advance, readClock } from '../support/sandbox.ts';
import { p256, spki } from '../support/wallets/google/issue-token.ts';

const rootFile = (more: object = {}): string =>
  JSON.stringify({
    keys: [{ keyValue: spki(p256()), protocolVersion: 'ECv2', keyExpiration: '2154841200000' }],
    ...more,
  });

describe('a file with root keys', () => {
  let place: Place;
  let gateway: Gateway;
  let file: string;
  before(async () => {
    place = await createPlace('embedded');
    file = join(place.dataDir, 'google-roots.json');
    put(rootFile());
    const env = { BRAMKA_GPAY_GATEWAY: 'bramka', BRAMKA_GPAY_ROOTS_FILE: file };
    gateway = await startGateway({ place, env });
  });
  after(async () => {
    await gateway?.stop();
    await place?.remove();
  });

  function put(text: string): void {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }
  /** After a minute: how many files were loaded, and whether the last change failed. */
  async function aMinuteLater(): Promise<[loaded: number | undefined, failed: string | undefined]> {
    const { fired } = await advance(gateway, 60);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    const row = /^bramka_wallet_trust_file_failed\{file="google_roots"\} (\d)$/m;
    return [fired['wallet-roots'], row.exec(metrics)?.[1]];
  }

  test('is read again when it has changed, without a restart', async () => {
    assert.deepEqual(await aMinuteLater(), [0, '0']);
    put(rootFile());
    assert.deepEqual(await aMinuteLater(), [1, '0']);
    assert.deepEqual(await aMinuteLater(), [0, '0'], 'once is enough');
  });

  test('stays in use when the new one is bad, with one error for each change', async () => {
    const { length } = gateway.logs();
    put('{"keys": []}');
    for (let minute = 0; minute < 2; minute += 1) {
      assert.deepEqual(await aMinuteLater(), [0, '1']);
    }
    rmSync(file);
    assert.deepEqual(await aMinuteLater(), [0, '1']);
    const lines = gateway.logs().slice(length).trim().split('\n');
    const told = lines.filter((line) => line.includes('"level":"error"'));
    assert.equal(told.length, 2, told.join('\n'));
    assert.match(told[0] ?? '', /roots\.json cannot be used: it must be a JSON.* stays in use/);
    assert.match(told[1] ?? '', /roots\.json cannot be read: there is no such file.* stays in use/);
    put(await simulatedRoots('google.json'));
    assert.deepEqual(await aMinuteLater(), [1, '0'], 'a sandbox may trust the simulated roots');
  });

  test('with the simulated roots is refused in production', async () => {
    const files: [name: string, parse: typeof parseGoogleRoots | typeof parseAppleRoots][] = [
      ['google.json', parseGoogleRoots],
      ['apple.pem', parseAppleRoots],
    ];
    for (const [name, parse] of files) {
      const bytes = Buffer.from(await simulatedRoots(name));
      const { now } = await readClock(gateway);
      const context = { isProduction: false, now: Date.parse(now) };
      assert.ok(parse(bytes, context).length > 0);
      assert.throws(() => parse(bytes, { ...context, isProduction: true }), /is simulated and not/);
    }
  });

  async function simulatedRoots(name: string): Promise<string> {
    const reply = await fetch(`${gateway.url}/sandbox/wallets/roots/${name}`);
    assert.equal(reply.status, 200);
    return reply.text();
  }
});

test('a production gateway does not start with simulated roots', async () => {
  const place = await createPlace('embedded');
  const file = join(place.dataDir, 'google-roots.json');
  writeFileSync(file, rootFile({ environment: 'SANDBOX' }));
  const started = spawnGateway(place, {
    BRAMKA_ENV: 'production',
    BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9/acquirer',
    BRAMKA_GPAY_GATEWAY: 'bramka',
    BRAMKA_GPAY_ROOTS_FILE: file,
  });
  assert.equal(await started.refused(), 1, started.logs());
  const reason = 'it is simulated and not allowed in production';
  const sentence = `the root keys of Google Pay ${file} cannot be used: ${reason}`;
  assert.equal(started.logs(), `bramka cannot start: ${sentence}\n`);
  await place.remove();
});
