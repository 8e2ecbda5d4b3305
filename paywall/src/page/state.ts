// What the payment page knows: the payment as the merchant API describes it, and what the customer
// has chosen and typed here. The server renders it; the browser continues from the same state.

import type { ErrorKey, TextKey } from './texts/texts.ts';

export const languages = ['pl', 'en', 'de', 'uk'] as const;
export type Language = (typeof languages)[number];

export const methodNames = ['CARD', 'BLIK', 'PBL', 'APAY', 'GPAY', 'C2P'] as const;
export type MethodName = (typeof methodNames)[number];

export type PaymentStatus =
  | 'NEW'
  | 'PENDING'
  | 'COMPLETED'
  | 'SETTLED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'ERROR';

/** What the browser needs for 3-D Secure: the fingerprint step or the challenge. */
export interface AcsData {
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
  readonly redirectURL?: string;
  readonly returnURL?: string;
  readonly apps?: readonly { readonly key: string; readonly label: string }[];
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

/** An entry of GET …/payment/{paymentId}/methods. */
export interface MethodEntry {
  readonly method: MethodName;
  readonly status: 'ENABLED' | 'DISABLED' | 'UNAVAILABLE';
  readonly cardGroups?: readonly string[];
  /** CARD: the customer may agree to save a card. */
  readonly savesCards?: boolean;
  /** BLIK: the customer has saved the shop and needs no code. */
  readonly oneClick?: boolean;
  /** BLIK: the customer may agree to save the shop. */
  readonly registerAlias?: boolean;
}

/** An entry of GET …/payment/{paymentId}/cards. */
export interface SavedCard {
  readonly tokenId: string;
  readonly type: 'COF' | 'VTS' | 'SCOF';
  readonly cardMask: string;
  readonly organization: string;
  readonly expDate: string;
  readonly codeRequired: boolean;
}

/** The merchant’s look. */
export interface Look {
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
  readonly cards: readonly SavedCard[];
  /** Whether the customer may agree to save a card. */
  readonly savesCards: boolean;
  /** What single methods need, by method: for example the list of banks. */
  readonly details: Readonly<Partial<Record<MethodName, unknown>>>;
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
  readonly chosen: MethodName | null;
  readonly errors: readonly FieldError[];
  /** A sentence above the form, by its text key: for example that nothing could be sent. */
  readonly notice: TextKey | null;
  /** From the click on the button until the answer. */
  readonly isBusy: boolean;
  readonly isOffline: boolean;
  /** The payment went on while the form was open here: in another window or on another device. */
  readonly isElsewhere: boolean;
  /** The brand of the card number, as far as it is typed. */
  readonly brand: string | null;
  /** The saved card that is chosen; empty: a new card. */
  readonly savedCard: string;
  /** Methods that this browser can use, of those that need a script; null: not known yet. */
  readonly wallets: readonly MethodName[] | null;
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
  /** Where the customer of a link that opens nothing came from or belongs to, if known. */
  readonly wayBack: { readonly shop: string; readonly url: string } | null;
  /** The time of the gateway. */
  readonly nowMs: number;
  /** Origins of shops that may show this payment in a frame. */
  readonly frameOrigins: readonly string[];
  /** What only the server knows of the browser: needed for 3-D Secure and BLIK. */
  readonly seen: { readonly ip: string; readonly accept: string };
  /** The id of this form fill: sending it twice counts once. */
  readonly fillId: string;
  /** A script runs: countdown, frames and wallets work. */
  readonly hasScript: boolean;
  /** How many express buttons the device probably has: their place is kept free. */
  readonly expressPlaces: number;
  /** Shows the look to the operator; nothing can be sent. */
  readonly isPreview: boolean;
  /** Wallets are those of the sandbox. */
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
  brand: null,
  savedCard: '',
  wallets: null,
  extra: {},
};

export function isLanguage(text: string | undefined): text is Language {
  return languages.some((language) => language === text);
}
