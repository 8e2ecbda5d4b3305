// One browser request to the pages of the issuer: its language with their texts, and their
// addresses.

import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { refuseWith, type PageVisit } from '../../pages/visit.ts';
import { issuerTexts, type IssuerLanguage, type IssuerTexts } from './texts.ts';

/** URLs of the pages as the browser reaches them. */
export interface Addresses {
  readonly challenge: (acsTransID: string, rest?: '' | '/act' | '/watch') => string;
  readonly phone: (acsTransID: string, rest?: '' | '/act') => string;
}

export interface Visit<Params = unknown> extends PageVisit<Params> {
  readonly speech: IssuerLanguage;
  readonly addresses: Addresses;
}

export function visitOf<Params>(visit: PageVisit<Params>, prefix: string): Visit<Params> {
  const { language } = visit.speech;
  const speech = { language, say: issuerTexts[language] };
  return { ...visit, speech, addresses: addressesUnder(prefix) };
}

function addressesUnder(prefix: string): Addresses {
  const { pathname } = new URL(prefix, 'http://host');
  const base = `${pathname.replace(/\/+$/, '')}/acs`;
  return {
    challenge: (acsTransID, rest = '') => `${base}/challenge/${acsTransID}${rest}`,
    phone: (acsTransID, rest = '') => `${base}/phone/${acsTransID}${rest}`,
  };
}

export function refuse(visit: Visit, status: number, reason: keyof IssuerTexts): RawReply {
  return refuseWith(visit, status, visit.speech.say[reason]);
}
