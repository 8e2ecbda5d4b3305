// How a payment method appears on the page. Each method is one folder in methods/, with one line in
// methods/registry.ts; browser/methods/ has what needs a script.

import type { VNode } from './element.ts';
import type { RefusalTexts } from './refusal/refusal.ts';
import type { Facts, FieldError, MethodName, PageState } from './state.ts';
import type { TextKey, Translate } from './texts/texts.ts';

/** What every view gets. Views have no event handlers: forms and links work without a script. */
export interface ViewProps {
  readonly state: PageState;
  readonly t: Translate;
  readonly refusals: RefusalTexts;
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
  | { readonly ok: false; readonly errors: readonly FieldError[] };

export interface PageMethod {
  readonly name: MethodName;
  readonly title: TextKey;
  /** Brands or hints beside the title. */
  readonly badge?: (props: OpenViewProps) => VNode | null;
  /** The form that opens under the title, with its button; of an express method its button. */
  readonly view: (props: OpenViewProps) => VNode;
  /** Reads the form: on the server without a script, otherwise in the browser. */
  readonly read: (form: FormFields, facts: Facts, nowMs: number) => Reading;
  /** Offered only when browser/methods/ has found that the browser can do it. */
  readonly needsScript?: boolean;
  /** Paid with one button above the other methods: nothing is entered on the page. */
  readonly isExpress?: boolean;
  /** Where the page reads more about the method: a path of the merchant API. */
  readonly detailsPath?: string;
  /** Shown instead of the general text while the customer confirms elsewhere. */
  readonly confirmView?: (props: OpenViewProps) => VNode;
}
