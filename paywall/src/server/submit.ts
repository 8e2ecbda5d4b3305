// What a form of the page does when no script intercepts it: pay, send browser data, cancel.

import { offeredMethods } from '../page/views/methods.ts';
import type { FormFields } from '../page/method.ts';
import { noticeFor } from '../page/notice-for.ts';
import { untouched, type Local } from '../page/state.ts';
import type { MerchantApi } from './api.ts';
import type { OpenedLink } from './load.ts';

interface Submission {
  readonly form: FormFields;
  readonly opened: OpenedLink;
  readonly address: string;
  /** Headers of the browser, for 3-D Secure. */
  readonly browser: { readonly userAgent: string; readonly accept: string; language: string };
  readonly nowMs: number;
}

/** As the server generates it; other values, for example of an extension, are not passed on. */
const FILL = /^[\w-]{22}$/;

/** What to show with the form; null: the page shows the payment as it is now. */
export async function submit(api: MerchantApi, submission: Submission): Promise<Local | null> {
  switch (submission.form('action')) {
    case 'cancel':
      return cancel(api, submission);
    case 'device':
      return send(api, submission, 'PATCH', '', { device: deviceOf(submission) });
    default:
      return pay(api, submission);
  }
}

async function pay(api: MerchantApi, submission: Submission): Promise<Local | null> {
  const { form, opened, nowMs } = submission;
  const offered = offeredMethods(opened.facts, { local: untouched });
  const method = offered.find(({ name }) => name === form('method'));
  if (!method) return null;
  const reading = method.read(form, opened.facts, nowMs);
  if (!reading.ok) {
    const { errors, extra = {} } = reading;
    return { ...untouched, chosen: method.name, errors, extra };
  }
  const { instrument, beside, isAddition } = reading;
  const body = { ...beside, instrument, device: deviceOf(submission) };
  return send(api, submission, isAddition ? 'PATCH' : 'PUT', '/instrument', body, method.name);
}

async function send(
  api: MerchantApi,
  { form, opened, address }: Submission,
  method: 'PUT' | 'PATCH',
  path: string,
  body: unknown,
  chosen: string | null = null,
): Promise<Local | null> {
  const fill = form('fill');
  const answer = await api({
    method,
    path: `${opened.facts.path}${path}`,
    token: opened.token,
    body,
    address,
    ...(FILL.test(fill) ? { idempotencyKey: fill } : {}),
  });
  const notice = noticeFor(answer);
  return notice === null ? null : { ...untouched, chosen, notice };
}

async function cancel(api: MerchantApi, { opened, address }: Submission): Promise<Local | null> {
  const path = `${opened.facts.path}/cancel`;
  const body = { reason: 'CLIENT' };
  const answer = await api({ method: 'POST', path, token: opened.token, body, address });
  const notice = noticeFor(answer);
  return notice === null ? null : { ...untouched, notice };
}

function deviceOf({ address, browser }: Submission): object {
  return {
    ip: address,
    browserData: {
      javascriptEnabled: false,
      userAgent: browser.userAgent,
      acceptHeader: browser.accept,
      language: browser.language,
    },
  };
}
