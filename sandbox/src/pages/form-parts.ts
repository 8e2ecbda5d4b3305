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

/** The password of a simulated bank; `mistake`: why the last one was not accepted. */
export function passwordField({ say }: PageLanguage, mistake?: string): Html {
  const isWrong = mistake !== undefined;
  return html`<label for="password">${say.password}</label>
    <p class="hint" id="hint">${say.passwordHint}</p>
    ${isWrong ? slip(mistake) : undefined}
    <input
      id="password"
      name="password"
      type="password"
      inputmode="numeric"
      autocomplete="off"
      maxlength="64"
      aria-describedby="hint${isWrong ? ' slip' : ''}"
      aria-invalid="${isWrong ? 'true' : 'false'}"
    />`;
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
