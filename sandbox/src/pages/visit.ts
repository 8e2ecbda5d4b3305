// One browser request to a page of a simulated party: its language, its form, and the answers with
// the headers that every page has.

import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import type { Call } from '@bramka/gateway/http/endpoint.ts';
import type { Form } from './form.ts';
import { selectLanguage, type PageLanguage } from './language.ts';
import { pageText, type Page } from './layout.ts';
import { noticePage } from './notice.ts';
import { policyFor } from './policy.ts';
import type { PageText } from './texts.ts';

export interface PageVisit<Params = unknown, Query = unknown> extends Call<Params, Query, unknown> {
  /** What was posted; empty if it was nothing. */
  readonly form: Form;
  readonly speech: PageLanguage;
}

export function pageVisitOf<Params, Query>(
  call: Call<Params, Query, unknown>,
): PageVisit<Params, Query> {
  const form = (call.body ?? new Map()) as Form;
  return { ...call, form, speech: selectLanguage(call.header('accept-language')) };
}

interface Speaking {
  readonly speech: PageLanguage;
}

export function refuse(visit: Speaking, status: number, reason: PageText): RawReply {
  return refuseWith(visit, status, visit.speech.say[reason]);
}

/** `reason`: one sentence in the language of the visit. */
export function refuseWith(visit: Speaking, status: number, reason: string): RawReply {
  return pageReply(visit, noticePage(visit.speech, status, reason));
}

const alwaysSent = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function redirect(address: string): RawReply {
  return new RawReply(303, { ...alwaysSent, location: address }, '');
}

export function pageReply({ speech }: Speaking, page: Page): RawReply {
  const headers = {
    ...alwaysSent,
    'referrer-policy': page.sendsOrigin ? 'same-origin' : 'no-referrer',
    'content-security-policy': policyFor(page.policy),
    'content-language': speech.language,
    vary: 'accept-language',
    'content-type': 'text/html; charset=utf-8',
  };
  return new RawReply(page.status ?? 200, headers, pageText(speech, page));
}
