// A field of a form with its label, hint and error. All three are connected for screen readers.

import { h, type ComponentChild, type VNode } from '../element.ts';
import type { FieldError } from '../state.ts';
import type { Translate } from '../texts/texts.ts';

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly errors: readonly FieldError[];
  readonly t: Translate;
  readonly input: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Shown inside the frame of the input, after it. */
  readonly after?: ComponentChild;
}

export function field(options: FieldOptions): VNode {
  const { name, label, hint, errors, t, input, after } = options;
  const error = errors.find((one) => one.field === name);
  const described = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean);
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
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      }),
      after,
    ),
    hint ? h('p', { class: 'hint', id: `${name}-hint` }, hint) : null,
    error ? h('p', { class: 'error', id: `${name}-error` }, t(error.text, error.values)) : null,
  );
}

/** The errors of the form as links to their fields; it gets the focus after a failed submit. */
export function errorSummary(errors: readonly FieldError[], t: Translate): VNode | null {
  if (errors.length === 0) return null;
  return h(
    'div',
    { class: 'notice is-bad', id: 'errors', role: 'alert', tabIndex: -1 },
    h('p', null, t('page.errorsTitle')),
    h(
      'ul',
      null,
      errors.map((one) =>
        h('li', { key: one.field }, h('a', { href: `#${one.field}` }, t(one.text, one.values))),
      ),
    ),
  );
}
