// Small parts of pages: fields, errors at a field, buttons, times, and the script of a form that
// submits itself.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import { timeText, type PageLanguage } from './language.ts';
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

/** The password of a simulated bank; `problem`: why the last one was not accepted. */
export function passwordField({ say }: PageLanguage, problem?: string): Html {
  const kind = html`type="password" inputmode="numeric" autocomplete="off" maxlength="64"`;
  const { password: label, passwordHint: hint } = say;
  return inputField({ name: 'password', label, hint, problem, kind });
}

/** Sends its form with what the customer does; `look` is its class. */
export function actButton(look: string, action: string, text: string): Html {
  return html`<button class="${look}" type="submit" name="do" value="${action}">${text}</button>`;
}

export function timePart(speech: PageLanguage, at: Instant): Html {
  return html`<time datetime="${isoTime(at)}">${timeText(speech, at)}</time>`;
}

/** Not reformatted: the policy contains the hash of these exact bytes. */
export const automatic = new Html(`<script>${scriptText}</script>`);
