// A group of radio buttons with a legend and an error; a choice may open fields of its own.

import { h, type VNode } from '../element.ts';
import type { FieldError } from '../state.ts';
import type { Translate } from '../texts/texts.ts';

interface GroupOptions {
  readonly name: string;
  readonly legend: string;
  readonly errors: readonly FieldError[];
  readonly t: Translate;
}

/** The link of an error leads to the group. */
export function radioGroup(options: GroupOptions, choices: readonly VNode[]): VNode {
  const { name, legend, errors, t } = options;
  const error = errors.find((one) => one.field === name);
  return h(
    'fieldset',
    {
      class: error ? 'choices has-error' : 'choices',
      id: name,
      tabIndex: -1,
      'aria-describedby': error ? `${name}-error` : undefined,
    },
    h('legend', null, legend),
    error ? h('p', { class: 'error', id: `${name}-error` }, t(error.text, error.values)) : null,
    choices,
  );
}

interface ChoiceOptions {
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
  /** What stands beside the button: an element, or a text. */
  readonly head: VNode | string;
  /** Fields that belong to this choice; shown while it is chosen. */
  readonly body?: VNode | null;
}

export function radioChoice(options: ChoiceOptions): VNode {
  const { name, value, isChosen, head, body } = options;
  const id = `${name}-${value}`;
  return h(
    'div',
    { class: 'choice', key: value },
    h(
      'label',
      { class: 'choice-head', for: id },
      h('input', { type: 'radio', name, id, value, defaultChecked: isChosen }),
      head,
    ),
    body ? h('div', { class: 'choice-body' }, body) : null,
  );
}
