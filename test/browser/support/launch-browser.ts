// Starts the Chromium of the browser tests. Starting processes is most of its work: test files that
// share a process share its browser, frames of other sites share a process with their page, and
// windows with the same options one after the other use the same context and process.
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

/** Enough for the next file of the process to ask for the browser; an open one keeps it running. */
const KEPT_MS = 3000;
let shared: Promise<Browser> | undefined;
let users = 0;

async function takeBrowser(executablePath: string): Promise<Browser> {
  users += 1;
  // No listeners of the process, which would remain when the browser is closed.
  shared ??= chromium.launch({
    executablePath,
    args: flags,
    timeout: PATIENCE_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return shared;
}

function leaveBrowser(): void {
  users -= 1;
  setTimeout(() => {
    if (users > 0) return;
    void shared?.then((browser) => browser.close());
    shared = undefined;
  }, KEPT_MS);
}

export async function launchBrowser(executablePath: string): Promise<TestBrowser> {
  const browser = await takeBrowser(executablePath);
  const free = new Map<string, BrowserContext[]>();
  const endContexts: (() => Promise<void>)[] = [];
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const key = JSON.stringify(options);
    const contexts = free.get(key) ?? [];
    free.set(key, contexts);
    const used = contexts.pop();
    if (used) return used;
    const context = await browser.newContext(options);
    endContexts.push(context.close.bind(context));
    return keepContext(context, (closed) => contexts.push(closed));
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
    async close() {
      await Promise.all(endContexts.map((end) => end()));
      leaveBrowser();
    },
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
