// The recorded cases of an operation as readers see them, and JSON laid out for reading: what fits
// on a line stays on one.

import { isDeepStrictEqual } from 'node:util';
import type { Example } from '../examples.ts';
import type { ApiOperation } from './operations.ts';

const LINE_COLUMNS = 72;
const OK = 200;

export interface Sample {
  /** Such as "Answer" or "Error 409 after the capture". */
  readonly title: string;
  readonly isUsual: boolean;
  /** The body that was sent, unless the command shows it already. */
  readonly request: string | undefined;
  readonly answer: string;
}

/** The answers to show; none where the answer is a page or the like. */
export function samplesOf({ cases }: ApiOperation): Sample[] {
  const [usual] = cases;
  return cases.map((one) => {
    const isUsual = one === usual && one.when === undefined;
    const sent = one.body ?? one.form;
    const isNew = sent !== undefined && !isUsual && !isDeepStrictEqual(sent, usual?.body);
    return {
      title: titleOf(one),
      isUsual,
      request: isNew ? layOut(sent) : undefined,
      answer: layOut(one.answer),
    };
  });
}

function titleOf({ when, status, isShortened }: Example): string {
  const what = status === OK ? 'Answer' : `Error ${status}`;
  const title = when === undefined ? what : `${what} ${when}`;
  return isShortened ? `${title}, shortened` : title;
}

/** The usual answer; undefined where there is no JSON. */
export function usualAnswer({ cases }: ApiOperation): unknown {
  return cases[0]?.answer;
}

/** JSON with one field per line, except where a whole object or array fits on a line. */
export function layOut(value: unknown, indent = '', label = ''): string {
  const line = oneLine(value);
  const columns = indent.length + label.length + line.length;
  if (columns <= LINE_COLUMNS || typeof value !== 'object' || value === null) {
    return line;
  }
  const deeper = `${indent}  `;
  const list = (lines: readonly string[]) => lines.map((one) => `\n${deeper}${one}`).join(',');
  if (Array.isArray(value)) return `[${list(value.map((one) => layOut(one, deeper)))}\n${indent}]`;
  const fields = Object.entries(value).map(([name, inner]) => {
    const key = `${JSON.stringify(name)}: `;
    return key + layOut(inner, deeper, key);
  });
  return `{${list(fields)}\n${indent}}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `"${name}": ${oneLine(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
