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

/** Not reformatted: the policy contains the hash of these exact bytes. */
export const automatic = new Html(`<script>${scriptText}</script>`);
