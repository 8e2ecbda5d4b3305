// Keeps the payment up to date: waits for news while it moves, and asks when the page is shown
// again and when the connection is back.

import { isGood, isSavingPath, loadFacts } from '../page/load-facts.ts';
import { isMoving, isOpen } from '../page/view-of.ts';
import { NoAnswer, type Calls } from './calls.ts';
import type { Store } from './store.ts';

const QUICK_MS = 2_000;
const SLOW_MS = 10_000;
/** How long it asks every two seconds. */
const QUICK_FOR_MS = 60_000;
/** The gateway holds a request for so long while nothing changes. */
const WAIT_SECONDS = 25;

export interface News {
  /** Reads the payment now; the answer is on the page afterwards. */
  readonly refresh: () => Promise<void>;
  /** Asks again in a while, if the payment moves. */
  readonly plan: () => void;
  readonly watch: () => void;
}

export function createNews(store: Store, calls: Calls): News {
  let timer: number | undefined;
  let movesSince: number | undefined;
  let running: Promise<void> | undefined;
  const push = createPush(store, calls);

  const refresh = (): Promise<void> => {
    running ??= readPayment(store, calls).finally(() => {
      running = undefined;
      plan();
    });
    return running;
  };

  /** The next look at the payment; none while the customer has to do something. */
  function plan(): void {
    window.clearTimeout(timer);
    const { facts, local } = store.state();
    if (!facts || local.isBusy || (!isMoving(facts) && !local.isOffline)) {
      movesSince = undefined;
      return;
    }
    movesSince ??= Date.now();
    const delay = Date.now() - movesSince < QUICK_FOR_MS ? QUICK_MS : SLOW_MS;
    timer = window.setTimeout(() => void refresh(), delay);
    if (!local.isOffline) void push.wait().then((hasNews) => (hasNews ? refresh() : undefined));
  }

  return {
    refresh,
    plan,
    watch() {
      const look = (): void => {
        const { facts } = store.state();
        if (document.visibilityState === 'visible' && facts && isOpen(facts.payment)) {
          void refresh();
        }
      };
      document.addEventListener('visibilitychange', look);
      window.addEventListener('pageshow', (event) => event.persisted && look());
      window.addEventListener('online', () => void refresh());
      window.addEventListener('offline', () => store.updateLocal({ isOffline: true }));
      plan();
    },
  };
}

interface Push {
  /** Answers true when the payment has changed since the last answer. */
  readonly wait: () => Promise<boolean>;
}

/** One request at a time that the gateway answers when the payment changes. */
function createPush(store: Store, calls: Calls): Push {
  let isWaiting = false;
  let seen: number | undefined;
  const ask = async (): Promise<boolean> => {
    const { path } = store.facts();
    const query = seen === undefined ? '' : `?wait=${String(WAIT_SECONDS)}&after=${String(seen)}`;
    const answer = await calls.read(`${path}/status${query}`);
    const { version } = (answer.body ?? {}) as { readonly version?: number };
    if (!isGood(answer) || version === undefined) return false;
    const hasChanged = seen !== undefined && version !== seen;
    seen = version;
    return hasChanged;
  };
  return {
    async wait() {
      const { facts } = store.state();
      if (isWaiting || !facts || isSavingPath(facts.path)) return false;
      isWaiting = true;
      try {
        return (await ask()) || (await ask());
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return false;
      } finally {
        isWaiting = false;
      }
    },
  };
}

async function readPayment(store: Store, calls: Calls): Promise<void> {
  const { path } = store.facts();
  try {
    const loaded = await loadFacts(calls.read, path);
    if (loaded) {
      const facts = { ...store.facts(), ...loaded };
      const local = { ...store.state().local, isOffline: false };
      store.update({ facts, local });
    } else if ((await calls.read(`${path}/status`)).status === 404) {
      // A newer link has replaced this one.
      const { look, payment } = store.facts();
      const url = payment.returnURL;
      const wayBack = url === undefined ? null : { shop: look.name, url };
      store.update({ facts: null, wayBack });
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    store.updateLocal({ isOffline: true });
  }
}
