// What the payment page knows: the payment as the merchant API describes it, and what the customer
// has chosen and typed here. The server renders it; the browser continues from the same state.

import type { ErrorKey, TextKey } from './texts/texts.ts';

/** The languages in their own words: the browser has the texts of one language only. */
export const languageNames = {
  pl: 'Polski',
  en: 'English',
  de: 'Deutsch',
  uk: 'Українська',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

type PaymentStatus =
  | 'NEW'
  | 'PENDING'
  | 'COMPLETED'
  | 'SETTLED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'ERROR';

/**
 * What the customer does while the payment is pending: goes to another page, confirms in an app,
 * scans a code, or only waits.
 */
type CustomerStep = 'redirect' | 'confirm' | 'scan' | 'wait';

/** What the browser needs for 3-D Secure: the fingerprint step or the challenge. */
interface AcsData {
  readonly threeDSMethodURL?: string;
  readonly threeDSMethodData?: string;
  readonly acsURL?: string;
  readonly creqPayload?: string;
  readonly tdsServerTxnId?: string;
}

/** The answer of GET …/payment/{paymentId}, as far as the page uses it. */
export interface PaymentRecord {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly dataRequest?: string;
  readonly rejectCode?: string;
  readonly method?: string;
  readonly channel?: string;
  readonly acsData?: AcsData;
  readonly customerStep?: CustomerStep;
  /** For the step `redirect`. */
  readonly redirectURL?: string;
  /** For the step `scan`: the content of the code, or a picture of it as a data URL. */
  readonly qrCode?: string;
  readonly returnURL?: string;
  readonly order: {
    readonly amount: number;
    readonly currency: string;
    readonly description?: string;
    readonly extOrderId?: string;
    readonly lines?: readonly OrderLine[];
  };
  readonly instrument?: {
    readonly type?: string;
    readonly cardMask?: string;
    readonly organization?: string;
  };
  readonly transKind?: string;
  readonly refundedAmount?: number;
  readonly updatedAt?: string;
  readonly paidAt?: string;
  readonly validUntil: string;
}

/** What a part of the amount is for. */
export interface OrderLine {
  readonly description: string;
  readonly amount: number;
}

/** An entry of GET …/payment/{paymentId}/methods; methods add fields of their own. */
export interface MethodEntry {
  readonly method: string;
  readonly status: 'ENABLED' | 'DISABLED' | 'UNAVAILABLE';
}

/** The merchant’s look. */
interface Look {
  readonly name: string;
  /** `#rrggbb`, or null for the colours of the page. */
  readonly color: string | null;
  readonly logoURL: string | null;
  /** Pages of the shop; null: none. */
  readonly termsURL: string | null;
  readonly privacyURL: string | null;
}

/** What was read from the merchant API for this payment. */
export interface Facts {
  /** Of the payment or, for a card that is only saved, of the tokenization. */
  readonly path: string;
  readonly payment: PaymentRecord;
  readonly methods: readonly MethodEntry[];
  /** What methods have read in addition, by method: for example the list of banks. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly look: Look;
}

/** A field that cannot be sent as it is. */
export interface FieldError {
  readonly field: string;
  readonly text: ErrorKey;
  /** Found when the field was left: it is not in the summary above the form. */
  readonly isTyping?: boolean;
  readonly values?: Readonly<Record<string, string>>;
}

/** What happened on this page and is not part of the payment. */
export interface Local {
  /** The method whose form is open. */
  readonly chosen: string | null;
  readonly errors: readonly FieldError[];
  /** A sentence above the form, by its text key: for example that nothing could be sent. */
  readonly notice: TextKey | null;
  /** From the click on the button until the answer. */
  readonly isBusy: boolean;
  readonly isOffline: boolean;
  /** The payment was continued in another window or on another device while the form was open. */
  readonly isElsewhere: boolean;
  /** Methods that this browser can use, of those that need a script; null: not known yet. */
  readonly usable: readonly string[] | null;
  /** The method in whose window the customer confirms, until the payment has been read again. */
  readonly openWindow: string | null;
  /** Further values of single methods, by name. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Amounts as texts, by their number. */
export interface WrittenAmounts {
  readonly language: Language;
  readonly currency: string;
  readonly texts: Readonly<Record<string, string>>;
}

export interface PageState {
  readonly language: Language;
  /** `merchantId/paymentId/key`: opens the payment. */
  readonly link: string;
  /** Null: the link opens nothing, or the gateway did not answer. */
  readonly facts: Facts | null;
  /** Amounts as the server wrote them. */
  readonly written: WrittenAmounts | null;
  readonly isUnavailable: boolean;
  /** The shop from which a customer with an invalid link came, if known. */
  readonly wayBack: { readonly shop: string; readonly url: string } | null;
  /** The time of the gateway. */
  readonly nowMs: number;
  /** Origins of shops that may show this payment in a frame. */
  readonly frameOrigins: readonly string[];
  /** What only the server knows of the browser. */
  readonly seen: { readonly ip: string; readonly accept: string };
  /** The id of this form fill: sending it twice counts once. */
  readonly fillId: string;
  /** A script runs: countdown, frames and wallets work. */
  readonly hasScript: boolean;
  /** How many express buttons the device probably has: space for them is kept free. */
  readonly expressSlots: number;
  /** Shows the look to the operator; nothing can be sent. */
  readonly isPreview: boolean;
  /** No real money is moved. */
  readonly isSandbox: boolean;
  readonly local: Local;
}

export const untouched: Local = {
  chosen: null,
  errors: [],
  notice: null,
  isBusy: false,
  isOffline: false,
  isElsewhere: false,
  usable: null,
  openWindow: null,
  extra: {},
};

export function isLanguage(text: string | undefined): text is Language {
  return languages.some((language) => language === text);
}

/** What the gateway says about a method of the payment. */
export function entryOf(
  { methods }: Pick<Facts, 'methods'>,
  name: string,
): MethodEntry | undefined {
  return methods.find(({ method }) => method === name);
}
