// Takes the pictures of the README as `npm run pictures` does, so that the script works whenever it
// is needed. The pictures in the repository are not compared: times and ids differ.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { findChromium } from '../setup/chromium.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { pictureProblem } from '../readme/pictures.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { pictures, takePictures } from './support/pictures.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

suite('the pictures of the README', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  const folder = mkdtempSync(join(tmpdir(), 'bramka-pictures-'));
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await browser?.close();
    await gateway?.release();
  });

  test('are taken, small enough for the repository', async () => {
    await takePictures(browser, gateway, folder);
    assert.deepEqual(readdirSync(folder).toSorted(), pictures.toSorted());
    for (const name of pictures) {
      assert.equal(pictureProblem(readFileSync(join(folder, name))), undefined, name);
    }
  });
});
