// How a payment method describes itself to the page. Each method is one folder in methods/, with
// one line in methods/registry.ts; browser/methods/ has what needs a script.

import type { ComponentChildren, VNode } from './element.ts';
import type { Facts, FieldError, PageState } from './state.ts';
import type { MethodTexts } from './texts/method-texts.ts';
import type { TextKey, Translate } from './texts/texts.ts';

/** What every view gets. Views have no event handlers: forms and links work without a script. */
export interface ViewProps {
  readonly state: PageState;
  readonly t: Translate;
}

/** A view of an open link. */
export interface OpenViewProps extends ViewProps {
  readonly facts: Facts;
}

/** The fields of the submitted form; a missing field is empty. */
export type FormFields = (name: string) => string;

export type Reading =
  | {
      readonly ok: true;
      /** The instrument; card data in it is encrypted before the browser sends it. */
      readonly instrument: Readonly<Record<string, unknown>>;
      /** Further fields of the body beside `instrument`, such as a consent. */
      readonly beside?: Readonly<Record<string, unknown>>;
      /** Adds to the instrument that was sent before, instead of replacing it. */
      readonly isAddition?: boolean;
    }
  | {
      readonly ok: false;
      readonly errors: readonly FieldError[];
      /** What `local.extra` has when the server shows the form again. */
      readonly extra?: Readonly<Record<string, string>>;
    };

/** What a method needs of the policy of the page, beside the origin of the page. */
export interface MethodSources {
  /** Origins that the browser contacts; not in the sandbox. */
  readonly connections?: readonly string[];
  /** A script of another origin, and the trusted types policy under which it is loaded. */
  readonly script?: {
    readonly policy: string;
    readonly urlOf: (facts: Facts) => string | undefined;
  };
}

export interface RefusalOptions {
  /** Money may have moved, or the payment goes on: nothing is said about a charge. */
  readonly isSilent?: true;
  /** The action is possible also when the payment is over. */
  readonly isAlways?: true;
}

export type RefusalRow = readonly [sentence: TextKey, action: TextKey, options?: RefusalOptions];

export interface PageMethod {
  readonly name: string;
  readonly texts: readonly MethodTexts[];
  readonly title: TextKey;
  /** Methods are shown in the order of these numbers. */
  readonly order: number;
  /** Another number for payments in a currency. */
  readonly orderIn?: Readonly<Record<string, number>>;
  /** Brands or hints beside the title. */
  readonly badge?: (props: OpenViewProps) => VNode | null;
  /** The form that opens under the title, with its button; of an express method its button. */
  readonly view: (props: OpenViewProps) => VNode;
  /** Reads the form: on the server without a script, otherwise in the browser. */
  readonly read: (form: FormFields, facts: Facts, nowMs: number) => Reading;
  /** Values of `dataRequest` that its form answers, beside INSTRUMENT. */
  readonly dataRequests?: readonly string[];
  /** What customers are told, by the reject codes of the method. */
  readonly refusals?: Readonly<Record<string, RefusalRow>>;
  /** Offered only when browser/methods/ has found that the browser can do it. */
  readonly needsScript?: boolean;
  /** Paid with one button above the other methods: nothing is entered on the page. */
  readonly isExpress?: boolean;
  /**
   * Whether the device has it, as far as its user agent tells. The server keeps space for its
   * button, so that the page does not jump when the script has found out.
   */
  readonly isLikely?: (facts: Facts, userAgent: string) => boolean;
  /** Where the page reads more about the method, for a payment at this path of the merchant API. */
  readonly detailsPath?: (path: string) => string;
  /** Amounts that the form shows, beside those of the order. */
  readonly amounts?: (facts: Facts) => readonly number[];
  /** How long the customer is asked to confirm, from the last change of the payment on. */
  readonly confirmMs?: number;
  /** What the receipt shows instead of the title. */
  readonly receipt?: (props: OpenViewProps) => ComponentChildren;
  /** Offered on the page on which an instrument is saved without a payment. */
  readonly isSavable?: boolean;
  readonly isInPreview?: boolean;
  readonly sources?: MethodSources;
}
