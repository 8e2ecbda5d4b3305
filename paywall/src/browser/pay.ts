// Sends the forms of the page by script: one request for each form fill, whatever is clicked.

import { createCardEncryptor } from '@bramka/client/browser/encrypt-card.js';
import { findMethod } from '../page/methods/registry.ts';
import type { FormFields, PageMethod } from '../page/method.ts';
import { noticeFor } from '../page/notice-for.ts';
import type { PageState } from '../page/state.ts';
import type { TextKey } from '../page/texts/texts.ts';
import { viewOf } from '../page/view-of.ts';
import { NoAnswer, type Calls } from './calls.ts';
import type { News } from './news.ts';
import type { Store } from './store.ts';

export type Payer = ReturnType<typeof createPayer>;

const RETRY_MS = 2_000;

/** Runs one request; the page is busy until the payment has been read again. */
async function runBusy(
  store: Store,
  news: News,
  work: () => Promise<TextKey | null>,
): Promise<void> {
  if (store.state().local.isBusy || store.state().isPreview) return;
  store.updateLocal({ isBusy: true, notice: null, errors: [] });
  let notice: TextKey | null = 'page.notSent';
  let isUnknown = false;
  try {
    notice = await work();
  } catch (error) {
    // Without an answer, the payment itself shows whether the request has arrived.
    if (!(error instanceof NoAnswer)) throw error;
    isUnknown = true;
  } finally {
    await news.refresh();
    // Until it is known, the page neither says that nothing was charged nor lets anybody pay again.
    const hasArrived = isUnknown || notice === null;
    while (hasArrived && store.state().local.isOffline) {
      await new Promise((go) => window.setTimeout(go, RETRY_MS));
      await news.refresh();
    }
    const isForm = viewOf(store.state()) === 'choose';
    store.updateLocal({ isBusy: false, notice: isForm ? notice : null });
    store.update({ fillId: crypto.randomUUID() });
    news.plan();
    if (isForm) document.getElementById('refusal')?.focus();
  }
}

export function createPayer(store: Store, calls: Calls, news: News) {
  const encryptor = createCardEncryptor('/v1/ecommerce/keys');
  // The link may be replaced while a form is sent.
  const path = store.state().facts?.path ?? '';
  const busy = (work: () => Promise<TextKey | null>): Promise<void> => runBusy(store, news, work);

  async function send(method: 'PUT' | 'PATCH', to: string, body: object): Promise<TextKey | null> {
    const answer = await calls.send(method, `${path}${to}`, body, store.state().fillId);
    return noticeFor(answer);
  }

  const withDevice = (body: object): object => ({ ...body, device: deviceData(store.state()) });

  return {
    /** Sends the form of the chosen method. */
    async pay(form: HTMLFormElement): Promise<void> {
      const { method, fields } = readForm(form);
      if (!method || store.state().local.isBusy) return;
      const reading = method.read(fields, store.facts(), store.state().nowMs);
      if (!reading.ok) {
        store.updateLocal({ errors: reading.errors, notice: null });
        document.getElementById('errors')?.focus();
        return;
      }
      const { instrument, beside, isAddition } = reading;
      await busy(async () => {
        const sealed = await sealCard(encryptor, instrument).catch(() => null);
        // Without the key of the gateway nothing was sent.
        if (sealed === null) return 'page.notSent';
        clearCodes(form);
        const body = withDevice({ ...beside, instrument: sealed });
        return send(isAddition ? 'PATCH' : 'PUT', '/instrument', body);
      });
      leaveForRedirect(store);
    },
    /** Sends an instrument that is not read from a form. */
    payWith: (body: object) => busy(() => send('PUT', '/instrument', withDevice(body))),
    sendDevice: () => busy(() => send('PATCH', '', withDevice({}))),
    cancel: () =>
      busy(async () => {
        await calls.send('POST', `${path}/cancel`, { reason: 'CLIENT' });
        return null;
      }),
  };
}

/** The chosen method, and the fields of its form. */
export function readForm(form: HTMLFormElement): {
  readonly method: PageMethod | undefined;
  readonly fields: FormFields;
} {
  const data = new FormData(form);
  const fields: FormFields = (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { method: findMethod(fields('method')), fields };
}

type Encryptor = ReturnType<typeof createCardEncryptor>;

/** Card fields leave the browser only encrypted. */
async function sealCard(
  encryptor: Encryptor,
  instrument: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { instrumentNo, expDate, cvv, ...rest } = instrument as Record<string, string | undefined>;
  const card = {
    ...(instrumentNo === undefined ? {} : { instrumentNo }),
    ...(expDate === undefined ? {} : { expDate }),
    ...(cvv === undefined ? {} : { cvv }),
  };
  if (Object.keys(card).length === 0) return instrument;
  try {
    return { ...rest, ...(await encryptor.encrypt(card)) };
  } catch (error) {
    // The keys could not be read.
    throw new NoAnswer('No keys', { cause: error });
  }
}

/** Codes are never kept after an attempt. */
function clearCodes(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-once]')) input.value = '';
}

/** Only right after the click: a customer who comes back must not be redirected again. */
function leaveForRedirect(store: Store): void {
  const redirectURL = store.state().facts?.payment.redirectURL;
  if (viewOf(store.state()) !== 'redirect' || redirectURL === undefined) return;
  window.open(redirectURL, '_top');
}

/** Full screen on phones, otherwise 500 × 600. */
const challengeWindow = (): string => (window.innerWidth < 500 ? '02' : '03');

/** What the issuer wants to know of the browser (3-D Secure). */
function deviceData({ seen }: PageState): object {
  return {
    ip: seen.ip,
    browserData: {
      javascriptEnabled: true,
      javaEnabled: false,
      language: navigator.language.slice(0, 8),
      colorDepth: String(screen.colorDepth),
      screenHeight: screen.height,
      screenWidth: screen.width,
      timezone: new Date().getTimezoneOffset(),
      userAgent: navigator.userAgent,
      acceptHeader: seen.accept,
      challengeWindowSize: challengeWindow(),
    },
  };
}
