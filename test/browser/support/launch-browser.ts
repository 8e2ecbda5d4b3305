// Starts the Chromium of the browser tests. Starting processes is most of its work: frames of other
// sites share a process with their page, and windows with the same options one after the other use
// the same context and process.
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

/** Long, for a busy machine. */
const PATIENCE_MS = 180_000;

/** A closed context is used again: without pages, cookies, routes, headers and listeners. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

export async function launchBrowser(executablePath: string): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath, args: flags, timeout: PATIENCE_MS });
  const free = new Map<string, BrowserContext[]>();
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const key = JSON.stringify(options);
    const contexts = free.get(key) ?? [];
    free.set(key, contexts);
    return (
      contexts.pop() ??
      keepContext(await browser.newContext(options), (context) => contexts.push(context))
    );
  };
  return {
    newContext,
    async newPage(options) {
      const context = await newContext(options);
      const page = await context.newPage();
      const closePage = page.close.bind(page);
      const close = async (): Promise<void> => {
        await closePage();
        await context.close();
      };
      return Object.assign(page, { close });
    },
    close: () => browser.close(),
  };
}

/** Its `close` makes it as new and passes it on. */
async function keepContext(
  context: BrowserContext,
  passOn: (context: BrowserContext) => void,
): Promise<BrowserContext> {
  context.setDefaultTimeout(PATIENCE_MS);
  // Without an open page the renderer process ends.
  const kept = await context.newPage();
  const close = async (): Promise<void> => {
    for (const event of ['request', 'console', 'weberror'] as const) {
      await context.removeAllListeners(event, { behavior: 'default' });
    }
    const opened = context.pages().filter((page: Page) => page !== kept);
    await Promise.all(opened.map((page) => page.close()));
    await context.unrouteAll();
    await context.setExtraHTTPHeaders({});
    await context.clearCookies();
    passOn(context);
  };
  return Object.assign(context, { close });
}
