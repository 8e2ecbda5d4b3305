// Keeps the payment up to date as long as it is open: one request waits at the gateway until the
// payment changes, whoever changes it. The page also polls while somebody else has to act, and
// reads the payment whenever it is shown again or the connection is back.

import { isSavingPath, loadFacts } from '../page/load-facts.ts';
import type { PageState } from '../page/state.ts';
import { isForm, isProcessing, isOpen } from '../page/view-of.ts';
import { NoAnswer, type Calls } from './calls.ts';
import { createPush } from './push.ts';
import type { Store } from './store.ts';

const QUICK_MS = 2_000;
const SLOW_MS = 10_000;
/** How long it polls at the quick interval. */
const QUICK_FOR_MS = 60_000;

export type News = ReturnType<typeof createNews>;

export function createNews(store: Store, calls: Calls) {
  let timer: number | undefined;
  let urgentSince: number | undefined;
  let last = Promise.resolve();
  const push = createPush(store, calls);

  /** Reads the payment now and shows it. */
  const refresh = (): Promise<void> => {
    // Never reuses a reading in progress, which may not show what has happened since.
    const reading = last.then(() => readPayment(store, calls)).finally(plan);
    last = reading.catch(() => undefined);
    return reading;
  };
  const later = (work: () => void, ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(work, ms);
  };

  /** Waits for the next change, if there can be one. */
  function plan(): void {
    window.clearTimeout(timer);
    const state = store.state();
    const { facts, local } = state;
    if (!facts || !isListening(state)) {
      urgentSince = undefined;
      return;
    }
    const isUrgent = isProcessing(facts) || local.isOffline;
    urgentSince = isUrgent ? (urgentSince ?? Date.now()) : undefined;
    const isQuick = urgentSince !== undefined && Date.now() - urgentSince < QUICK_FOR_MS;
    // The gateway has no waiting request for a card that is only saved.
    const isSaving = isSavingPath(facts.path);
    if (isUrgent || isSaving) later(() => void refresh(), isQuick ? QUICK_MS : SLOW_MS);
    if (!local.isOffline && !isSaving) void listen();
  }

  async function listen(): Promise<void> {
    const result = await push.wait();
    const { facts, local } = store.state();
    // A change by this page itself is read when its request is done.
    if (!facts || local.isBusy || result === 'waiting') return;
    if (result === 'changed') return refresh();
    if (result === 'same') return plan();
    if (!isProcessing(facts)) later(result === 'lost' ? () => void refresh() : plan, SLOW_MS);
  }

  return { refresh, plan, watch: () => watch(store, refresh, plan) };
}

/** A hidden page with a form is updated when it is shown again. */
function isListening({ facts, local }: PageState): boolean {
  if (!facts || !isOpen(facts.payment) || local.isBusy) return false;
  return isProcessing(facts) || document.visibilityState === 'visible';
}

function watch(store: Store, refresh: () => Promise<void>, plan: () => void): void {
  const look = (): void => {
    const { facts, local } = store.state();
    const isShown = document.visibilityState === 'visible';
    if (isShown && facts && isOpen(facts.payment) && !local.isBusy) void refresh();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', (event) => event.persisted && look());
  window.addEventListener('online', () => void refresh());
  window.addEventListener('offline', () => store.updateLocal({ isOffline: true }));
  plan();
}

async function readPayment(store: Store, calls: Calls): Promise<void> {
  const path = store.state().facts?.path;
  if (path === undefined) return;
  try {
    const loaded = await loadFacts(calls.read, path);
    if (loaded) {
      const { facts: before, local } = { ...store.state(), facts: store.facts() };
      const details = { ...before.details, ...loaded.details };
      const facts = { ...before, ...loaded, details };
      const wentOn = isForm(before.payment) && !local.isBusy;
      const isElsewhere = isProcessing(facts) && (wentOn || local.isElsewhere);
      store.update({ facts, local: { ...local, isOffline: false, isElsewhere } });
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
