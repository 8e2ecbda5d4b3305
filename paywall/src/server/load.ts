// Opens a link and reads what the page shows: the payment, its methods and saved cards.

import { isGood, loadFacts, noChoices } from '../page/load-facts.ts';
import { isLanguage, type Facts, type Language } from '../page/state.ts';
import type { ApiAnswer, MerchantApi } from './api.ts';

/** The answer of POST …/payment/link. */
interface LinkAnswer {
  readonly kind: 'PAYMENT' | 'TOKENIZATION';
  readonly paymentId?: string;
  readonly tokenizerId?: string;
  readonly clientToken: string;
  readonly language?: string;
  readonly frameOrigins?: readonly string[];
  readonly look: LookAnswer;
}

export interface LookAnswer {
  readonly name: string;
  readonly color?: string;
  readonly logoURL?: string;
  readonly termsURL?: string;
  readonly privacyURL?: string;
}

export interface OpenedLink {
  readonly kind: 'open';
  readonly token: string;
  readonly language: Language | null;
  readonly frameOrigins: readonly string[];
  readonly facts: Facts;
}

export type LinkResult = OpenedLink | { readonly kind: 'gone' | 'unavailable' };

interface Visit {
  readonly link: string;
  readonly address: string;
}

type Exchanged = LinkAnswer | 'gone' | 'unavailable';

async function exchangeLink(api: MerchantApi, { link, address }: Visit): Promise<Exchanged> {
  const body = { link };
  const answer = await api({ method: 'POST', path: '/payment/link', body, address });
  if (isGood(answer)) return answer.body as LinkAnswer;
  return answer.status === 404 || answer.status === 400 ? 'gone' : 'unavailable';
}

export async function loadPage(api: MerchantApi, visit: Visit): Promise<LinkResult> {
  const link = await exchangeLink(api, visit);
  if (typeof link === 'string') return { kind: link };
  const { clientToken: token, look } = link;
  const read = (path: string): Promise<ApiAnswer> =>
    api({ method: 'GET', path, token, address: visit.address });
  const loaded = await loadFacts(read, pathOf(link));
  if (!loaded) return { kind: 'unavailable' };
  const language = isLanguage(link.language) ? link.language : null;
  return {
    kind: 'open',
    token,
    language,
    frameOrigins: link.frameOrigins ?? [],
    facts: { ...noChoices, ...loaded, look: lookIn(look) },
  };
}

export function lookIn(look: LookAnswer): Facts['look'] {
  return { color: null, logoURL: null, termsURL: null, privacyURL: null, ...look };
}

function pathOf({ kind, paymentId = '', tokenizerId = '' }: LinkAnswer): string {
  return kind === 'TOKENIZATION' ? `/tokenizer/${tokenizerId}` : `/payment/${paymentId}`;
}
