// The payment page of `npm run dev` in a browser: it loads itself again after a change and after a
// restart, under the same policy as everywhere.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { liveReload } from '@bramka/cli/dev/live-reload.ts';
import type { PageHost } from '@bramka/gateway/http/pages/page-host.ts';
import { addPaywall } from '@bramka/paywall/server/paywall.ts';
import { memoryBuilds } from '@bramka/paywall/testing/memory-builds.ts';
import { findChromium } from '../setup/chromium.ts';
import { until } from '../support/waiting/until.ts';
import { launchBrowser } from './support/launch-browser.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

suite('the payment page of npm run dev', { skip }, () => {
  test('loads itself again when its sources or the process have changed', async () => {
    const asked: string[] = [];
    const count = (path: string): number => asked.filter((one) => one === path).length;
    let version = 'v1';
    const serve = async (port: number): Promise<FastifyInstance> => {
      const app = fastify({ forceCloseConnections: true });
      app.addHook('onRequest', async ({ url }) => void asked.push(url));
      liveReload(() => version)(app, {} as PageHost);
      const api = async () => ({ status: 404, body: {} });
      addPaywall(app, { api, builds: memoryBuilds(), now: () => 0, isSandbox: true });
      await app.listen({ port });
      return app;
    };
    const browser = await launchBrowser(executablePath ?? '');
    let app = await serve(0);
    try {
      const { port } = app.server.address() as AddressInfo;
      const page = await (await browser.newContext()).newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      const path = '/pay/10000001/none/none';
      await page.goto(`http://localhost:${String(port)}${path}`);
      await until(() => count('/dev/version') >= 3, 'three looks at the version');
      assert.equal(count(path), 1);
      version = 'v2';
      await until(() => count(path) === 2, 'a second load');
      await until(() => count('/dev/reload.js') === 2, 'its script');
      await app.close();
      version = 'v3';
      app = await serve(port);
      await until(() => count(path) === 3, 'a third load');
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
      await app.close();
    }
  });
});
