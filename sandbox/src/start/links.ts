// Where a payment continues: its payment page, the bank's page, the challenge, the BLIK phone. Own
// addresses become paths, so that the reader stays on the host under which the page was opened.

import { present } from '@bramka/gateway/core/json/present.ts';
import type { DemoPayment, StartParts } from './parts.ts';

export interface PaymentLinks {
  readonly page?: string;
  /** The page of the bank that waits for the customer. */
  readonly bank?: string;
  /** Opened with a form: `creq` is its field. */
  readonly challenge?: { readonly url: string; readonly creq: string };
  /** The phones with a BLIK app. */
  readonly phone?: string;
  /** What a shop does when the customer comes back. */
  readonly returned: string;
}

export interface LinkBase extends Pick<StartParts, 'methodTitles'> {
  readonly publicUrl: string;
  /** Whether the BLIK operator is simulated here. */
  readonly hasPhone: boolean;
}

export function linksOf(shown: DemoPayment, { publicUrl, hasPhone }: LinkBase): PaymentLinks {
  const { payment, pageURL, step } = shown;
  const pathHere = (url: string | null | undefined): string | null => ownPath(url, publicUrl);
  const { acsURL, creqPayload: creq } = step.acsData ?? {};
  const isBlik = payment.method === 'BLIK' && payment.status === 'PENDING';
  const path = pathOf(publicUrl);
  const challenge =
    acsURL === undefined || creq === undefined ? null : { url: pathHere(acsURL) ?? acsURL, creq };
  return {
    ...present({
      page: pathHere(pageURL),
      bank: pathHere(step.redirectURL) ?? step.redirectURL,
      challenge,
      phone: isBlik && hasPhone ? `${path}/sandbox/blik` : null,
    }),
    returned: `${path}/sandbox/returned?paymentId=${payment.paymentId}`,
  };
}

/** The path of an address of this gateway; null for other addresses. */
export function ownPath(url: string | null | undefined, publicUrl: string): string | null {
  const parsed = URL.parse(url ?? '');
  if (parsed?.origin !== new URL(publicUrl).origin) return null;
  return `${parsed.pathname}${parsed.search}`;
}

/** The path before the sandbox, usually empty. */
export function pathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/**
 * Where the reader has opened the sandbox, with the path before it, such as http://localhost:8080.
 * The guard has checked that the host is the public one or this machine.
 */
export function originOf(host: string | undefined, publicUrl: string): string {
  const own = new URL(publicUrl);
  const origin = host === undefined || host === own.host ? own.origin : `http://${host}`;
  return `${origin}${pathOf(publicUrl)}`;
}
