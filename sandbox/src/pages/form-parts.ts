// Small parts of forms: hidden fields, errors at a field, and the script of a form that submits
// itself.

import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import { scriptText } from './policy.ts';

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Why the form was not accepted; the field names it in aria-describedby. */
export function slip(text: string): Html {
  return html`<p class="bad slip" id="slip" role="alert">${text}</p>`;
}

interface InputField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Why the value before was not accepted. */
  readonly problem: string | undefined;
  /** Further attributes: type, length, value. */
  readonly kind: Html;
}

/** A text field with a hint; the only one of its form that can have a problem. */
export function inputField({ name, label, hint, problem, kind }: InputField): Html {
  return html`<label for="${name}">${label}</label>
    <p class="hint" id="hint">${hint}</p>
    ${problem === undefined ? undefined : slip(problem)}
    <input
      id="${name}"
      name="${name}"
      ${kind}
      aria-describedby="hint${problem === undefined ? '' : ' slip'}"
      aria-invalid="${problem === undefined ? 'false' : 'true'}"
    />`;
}

/** Not reformatted: the policy contains the hash of these exact bytes. */
export const automatic = new Html(`<script>${scriptText}</script>`);
