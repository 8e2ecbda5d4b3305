// Shows digits in groups while they are typed; the caret stays behind the same digit.

import { caretAfter } from '../../page/format/caret.ts';

export function writeGrouped(input: HTMLInputElement, grouped: string): void {
  const { value, selectionStart } = input;
  if (grouped === value) return;
  const isAtEnd = selectionStart === value.length;
  const caret = caretAfter(value, selectionStart ?? value.length, grouped);
  input.value = grouped;
  input.setSelectionRange(isAtEnd ? grouped.length : caret, isAtEnd ? grouped.length : caret);
}
