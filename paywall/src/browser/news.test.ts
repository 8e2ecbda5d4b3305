// How often the page asks the gateway: one that answers at once, one that holds requests, and one
// that refuses the token, on a clock of the test.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { factsOf } from '../page/testing/facts.ts';
import { untouched, type Facts, type Local, type PageState } from '../page/state.ts';
import { createCalls, type Calls } from './calls.ts';
import { createNews } from './news.ts';
import type { Store } from './store.ts';

const second = 1_000;
const processing = { status: 'PENDING', dataRequest: 'CARD_3DS', version: 1 } as const;
const form = { status: 'NEW', dataRequest: 'INSTRUMENT', version: 1 } as const;
const saving = '/tokenizer/1';
/** More than any page may ask in the time of a test; then nothing is answered any more. */
const ENOUGH = 300;

const wait = () => new Promise<never>(() => undefined);

/** A page with these facts; `status` answers the requests that wait for a change. */
function openPage(t: TestContext, facts: Facts, status: () => Promise<unknown>) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(performance, 'now', () => Date.now());
  const page = { window: globalThis, document: { visibilityState: 'visible' } };
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  let state = { facts, local: untouched } as PageState;
  const store = {
    state: () => state,
    facts: () => state.facts ?? assert.fail('closed'),
    update: (change: Partial<PageState>) => (state = { ...state, ...change }),
    updateLocal: (change: Partial<Local>) =>
      (state = { ...state, local: { ...state.local, ...change } }),
  } as unknown as Store;
  /** Seconds after the start. */
  const asked: Record<'read' | 'status', number[]> = { read: [], status: [] };
  const read = async (path: string) => {
    const kind = path.includes('/status') ? 'status' : 'read';
    asked[kind].push(Date.now() / second);
    if (asked.read.length + asked.status.length > ENOUGH) return wait();
    if (path === facts.path) return { status: 200, body: facts.payment };
    return { status: 200, body: kind === 'status' ? await status() : {} };
  };
  createNews(store, { read } as Calls).plan();
  return {
    asked,
    pass: async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        t.mock.timers.tick(second);
        await turns();
      }
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The first request is answered at once, because it has nothing to wait for. */
function held(answer: object): () => Promise<unknown> {
  let isFirst = true;
  return () => {
    if (!isFirst) return wait();
    isFirst = false;
    return Promise.resolve(answer);
  };
}

const every = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

test('polls every 2 seconds for a minute while somebody else acts, then every 10', async (t) => {
  const facts = factsOf(processing, []);
  const { asked, pass } = openPage(t, facts, held(facts.payment));
  await turns();
  await pass(150);
  const slow = every(70, 150, 10);
  assert.deepEqual(asked.read, [...every(2, 60, 2), ...slow]);
  assert.equal(asked.status.length, 2);
});

test('a form is not polled: one request waits for a change', async (t) => {
  const facts = factsOf(form, []);
  const { asked, pass } = openPage(t, facts, held(facts.payment));
  await turns();
  await pass(60);
  assert.deepEqual(asked, { read: [], status: [0, 0] });
});

test('a gateway that holds no requests is asked again after 10 seconds', async (t) => {
  const facts = factsOf(form, []);
  const { asked, pass } = openPage(t, facts, () => Promise.resolve(facts.payment));
  await turns();
  await pass(60);
  assert.deepEqual(asked.status, [0, ...every(0, 60, 10)]);
});

test('a card that is only saved is read every 10 seconds, in every window', async (t) => {
  const facts = { ...factsOf(form, []), path: saving };
  const { asked, pass } = openPage(t, facts, wait);
  await turns();
  await pass(60);
  assert.deepEqual(asked, { read: every(10, 60, 10), status: [] });
});

test('a token that is refused is fetched again once for each call', async (t) => {
  const urls: string[] = [];
  t.mock.method(globalThis, 'fetch', (url: string) => {
    urls.push(url.replace('/v1/ecommerce', ''));
    if (urls.length > ENOUGH) throw new Error('it is called without end');
    const isLink = url.endsWith('/link');
    const body = isLink ? { clientToken: 'token' } : { code: 'TOKEN_INVALID' };
    return Promise.resolve(Response.json(body, { status: isLink ? 200 : 401 }));
  });
  const calls = createCalls('1/2/3', () => undefined);
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await calls.read('/payment/1')).status, 401);
  }
  const call = ['/payment/1', '/payment/link', '/payment/1'];
  assert.deepEqual(urls, ['/payment/link', ...call, ...call]);
});
