// A field of a form with its label and its hint or error, connected for screen readers.

import { h, type ComponentChild, type VNode } from '../element.ts';
import type { FieldError } from '../state.ts';
import { labelOf, type Translate } from '../texts/texts.ts';
import { icon } from './icons.ts';

interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly errors: readonly FieldError[];
  readonly t: Translate;
  readonly input: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Shown inside the frame of the input, after it. */
  readonly after?: ComponentChild;
}

/** For an input with a code that is cleared after each attempt. */
export const usedOnce = { 'data-once': 'yes' } as const;

export function field(options: FieldOptions): VNode {
  const { name, label, hint, errors, t, input, after } = options;
  const error = errors.find((one) => one.field === name);
  // The error replaces the hint.
  const below = error
    ? h('p', { class: 'error', id: `${name}-error` }, t(error.text, error.values))
    : hint && h('p', { class: 'hint', id: `${name}-hint` }, hint);
  const belowId = error ? `${name}-error` : hint && `${name}-hint`;
  return h(
    'div',
    { class: error ? 'field has-error' : 'field', key: name },
    h('label', { for: name }, label),
    h(
      'div',
      { class: 'input' },
      h('input', {
        id: name,
        name,
        type: 'text',
        ...input,
        'aria-invalid': error ? 'true' : undefined,
        'aria-describedby': belowId,
      }),
      after,
    ),
    below,
  );
}

/** A checkbox by which the customer agrees to something. */
export function consent(name: string, label: string, hint: string): VNode {
  const described = { 'aria-describedby': `${name}-hint` };
  return h(
    'div',
    { class: 'consent' },
    h(
      'label',
      { for: name },
      h('input', { type: 'checkbox', id: name, name, value: 'on', ...described }),
      h('span', null, label),
    ),
    h('p', { class: 'hint', id: `${name}-hint` }, hint),
  );
}

/**
 * Names the wrong fields with links to them and gets the focus after a failed submit. The error
 * itself is shown only at the field.
 */
export function errorSummary(errors: readonly FieldError[], t: Translate): VNode | null {
  const sent = errors.filter(({ isTyping }) => isTyping !== true);
  if (sent.length === 0) return null;
  return h(
    'div',
    { class: 'notice is-bad', id: 'errors', role: 'alert', tabIndex: -1 },
    icon('warning'),
    h(
      'p',
      null,
      t('page.errors'),
      sent.map(({ field: name, text }, index) => [
        index === 0 ? ' ' : ', ',
        h('a', { href: `#${name}`, key: name }, t(labelOf(text))),
      ]),
    ),
  );
}
