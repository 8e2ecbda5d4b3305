// `npm run pictures`: takes the pictures of the README anew.
import { join } from 'node:path';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { pictures, takePictures } from '../browser/support/pictures.ts';
import { findChromium } from '../setup/chromium.ts';
import { exclusiveGateway } from '../support/pool/borrow.ts';

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('Install Chromium: there is none on the PATH.');

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
const gateway = await exclusiveGateway('embedded');
const browser = await launchBrowser(executablePath);
try {
  await takePictures(browser, gateway, folder);
  console.log(`Took ${pictures.join(' and ')} into docs/pictures.`);
} finally {
  await browser.close();
  await gateway.release();
}
