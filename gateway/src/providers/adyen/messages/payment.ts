// The request of an authorization. The gateway authenticates customers itself, so Adyen is asked
// never to do so, and the result is sent along.

import { defect } from '../../../core/assert.ts';
import { present } from '../../../core/json/present.ts';
import type { Money } from '../../../core/money.ts';
import { open } from '../../../core/secret.ts';
import type { CardMeans, Exemption } from '../../means.ts';
import type { Authorization, Funding } from '../../provider.ts';
import type { AdyenAccount } from '../account.ts';
import { referenceOf } from '../reference.ts';

/** The currencies whose minor unit at Adyen is not that of ISO 4217. */
const otherUnits: ReadonlySet<string> = new Set(['CLP', 'CVE', 'IDR', 'ISK']);

export function isSameUnit({ currency }: Money): boolean {
  return !otherUnits.has(currency);
}

export function amountMessage({ minor, currency }: Money) {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) return defect('an amount has up to 15 digits');
  return { value, currency };
}

export function paymentMessage(
  request: Authorization,
  { merchantAccount }: AdyenAccount,
  returnUrl: string,
) {
  const { means, kind, amount } = request;
  if (means.kind !== 'card') return defect('Adyen is paid by card');
  const proof = proofMessage(means);
  return {
    merchantAccount,
    amount: amountMessage(amount),
    reference: referenceOf(request, 'authorize'),
    returnUrl,
    paymentMethod: cardMessage(means),
    ...partyMessage(means),
    ...(proof === null ? {} : { mpiData: proof }),
    authenticationData: { attemptAuthentication: 'never' as const },
    ...captureMessage(kind, means.exemption),
    ...(request.funding ? fundingMessage(request.funding) : {}),
  };
}

/** Whatever is set for the account: a hold waits for its capture, a sale is captured at once. */
function captureMessage(kind: Authorization['kind'], exemption: Exemption | null) {
  const claimed = exemption === null ? undefined : exemptions[exemption];
  const additional = {
    ...(kind === 'hold' ? { manualCapture: 'true', authorisationType: 'PreAuth' } : {}),
    ...(claimed === undefined ? {} : { scaExemption: claimed }),
  };
  return {
    ...(kind === 'hold' ? {} : { captureDelayHours: 0 }),
    ...(Object.keys(additional).length === 0 ? {} : { additionalData: additional }),
  };
}

/**
 * Why and from where the money comes has no field of its own: what the networks are told follows
 * from the account. It is kept with the payment at Adyen.
 */
function fundingMessage({ purposeCode, fundSource, fundSourceRef, recipient }: Funding) {
  const { number, name } = recipient;
  const paymentMethod = { type: 'scheme' as const, number: open(number) };
  return {
    fundRecipient: { paymentMethod, ...(name ? { shopperName: nameMessage(name) } : {}) },
    metadata: { purposeCode, ...present({ fundSource, fundSourceRef }) },
  };
}

/** Adyen requires both. */
function nameMessage(name: string) {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') || firstName };
}

/** A payment without the customer is one by its kind. */
const exemptions: Readonly<Partial<Record<Exemption, string>>> = {
  LOW_VALUE: 'lowValue',
  TRA: 'transactionRiskAnalysis',
};

function cardMessage({ card, numberType, networkTransactionId }: CardMeans) {
  const expiry = open(card.expiry);
  return {
    type: numberType === 'PAN' ? ('scheme' as const) : ('networkToken' as const),
    number: open(card.number),
    expiryMonth: expiry.slice(4),
    expiryYear: expiry.slice(0, 4),
    ...(card.cvv ? { cvc: open(card.cvv) } : {}),
    ...(card.holder ? { holderName: open(card.holder) } : {}),
    ...(networkTransactionId === null ? {} : { networkPaymentReference: networkTransactionId }),
  };
}

function partyMessage({ exemption }: CardMeans) {
  if (exemption !== 'MIT') return { shopperInteraction: 'Ecommerce' as const };
  return {
    shopperInteraction: 'ContAuth' as const,
    recurringProcessingModel: 'UnscheduledCardOnFile' as const,
  };
}

/** The result of 3-D Secure, or the cryptogram of a network token or a wallet, or both. */
function proofMessage({ threeDS, cryptogram, eci }: CardMeans) {
  if (!threeDS && !cryptogram) return null;
  const token = cryptogram ? { tokenAuthenticationVerificationValue: open(cryptogram) } : {};
  if (!threeDS) return { ...token, ...confirmed, ...(eci === null ? {} : { eci }) };
  return {
    ...token,
    ...resultMessage(threeDS.transStatus),
    ...(threeDS.cavv ? { cavv: open(threeDS.cavv) } : {}),
    eci: threeDS.eci,
    dsTransID: threeDS.dsTransId,
    threeDSVersion: threeDS.version,
  };
}

/** Without a challenge both are the same; how the customer was authenticated is not kept. */
function resultMessage(status: string) {
  const directoryResponse = directoryResults.find((one) => one === status);
  const authenticationResponse = results.find((one) => one === status);
  return present({ directoryResponse, authenticationResponse });
}

const results = ['Y', 'A', 'N', 'U'] as const;
const directoryResults = [...results, 'C', 'D', 'I', 'R'] as const;

/** With a cryptogram the customer has confirmed on a device or by its token. */
const confirmed = { directoryResponse: 'Y', authenticationResponse: 'Y' } as const;
