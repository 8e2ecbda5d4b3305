// Small pieces of markup that the sections share: code, tables, folded parts, links to codes.

import { refusals } from '../../core/refusals.ts';
import { fieldsOf, type Field, type FieldValue, type Schema } from '../content/fields.ts';
import { Html, html, type Part } from '../../http/pages/html.ts';

/** Longer tables start folded, so that the page stays easy to skim. */
const MOST_OPEN_ROWS = 8;
const DEEPEST = 3;

export function command(text: string, label: string): Html {
  return html`<pre
    class="command"
    tabindex="0"
    role="region"
    aria-label="${label}"
  ><code>${text}</code></pre>`;
}

export function block(text: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

/** A long name that may break after its underscores and dots. */
export function name(text: string): Html {
  const [first = '', ...rest] = text.split(/(?<=[_.])/);
  return html`<code>${first}${rest.map((part) => html`<wbr />${part}`)}</code>`;
}

interface Row {
  readonly cells: readonly Part[];
  /** The attribute with the anchor of the row. */
  readonly id?: Html;
}

export function row(...cells: readonly Part[]): Row {
  return { cells };
}

/** A row that links lead to. */
export function rowAt(id: string, ...cells: readonly Part[]): Row {
  return { cells, id: html`id="${id}"` };
}

/** On a narrow screen the cells of a row are stacked, each with the head of its column. */
export function table(heads: readonly string[], rows: readonly Row[], label: string): Html {
  const body = rows.map(({ cells, id }) => {
    const shown = cells.map((cell, at) => html`<td data-label="${heads[at]}">${cell}</td>`);
    return html`<tr ${id}>
      ${shown}
    </tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

export interface Fold {
  /** Its anchor; a link to it opens it. */
  readonly id: string;
  readonly title: string;
  readonly isOpen?: boolean;
}

export function folded({ id, title, isOpen = false }: Fold, inner: Html): Html {
  return html`<details id="${id}" ${isOpen ? new Html('open') : undefined}>
    <summary>${title}</summary>
    ${inner}
  </details>`;
}

export function schemaFields(fold: Fold, schema: Schema, subject: string): Html | undefined {
  return fieldList(fold, fieldsOf(schema), subject);
}

export function fieldList(
  { id, title }: Fold,
  fields: readonly Field[],
  subject: string,
): Html | undefined {
  if (fields.length === 0) return undefined;
  const label = `${title} of ${subject}`;
  const list = html`<div class="scroll fields" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(fieldRow)}
      </tbody>
    </table>
  </div>`;
  const isOpen = fields.length <= MOST_OPEN_ROWS;
  return folded({ id, title: `${title} (${fields.length})`, isOpen }, list);
}

function fieldRow(field: Field): Html {
  const deep = `deep${Math.min(field.depth, DEEPEST)}`;
  const lines = [
    field.description,
    field.values.length === 0
      ? html`<span class="muted">${[field.type, ...field.limits].join(', ')}</span>`
      : html`<span class="muted">${field.type}, one of</span> ${field.values.map(valueRow)}`,
    field.form === undefined ? undefined : html`<span class="muted">${field.form}</span>`,
  ].filter((line) => line !== undefined);
  return html`<tr>
    <td>
      <div class="${deep}">
        <span class="name">${name(field.name)}</span>
        ${field.required ? html`<span class="needed">required</span>` : undefined}
      </div>
    </td>
    <td>${lines.map((line) => html`<div>${line}</div>`)}</td>
  </tr>`;
}

function valueRow({ value, meaning }: FieldValue): Html {
  return html`<div><code>${value}</code> ${meaning}</div>`;
}

export function commaList(parts: readonly Html[]): Html {
  return html`${parts.map((part, position) => (position === 0 ? part : html`, ${part}`))}`;
}

interface ListedPage {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
}

export function pageList(pages: readonly ListedPage[]): Html {
  const item = ({ path, title, summary }: ListedPage): Html =>
    html`<li><a href="${path}">${title}</a>. ${summary}</li>`;
  return html`<ul>
    ${pages.map(item)}
  </ul>`;
}

/** A refusal code, linked to its row in the table of errors. */
export function errorLink(code: string): Html {
  return Object.hasOwn(refusals, code)
    ? html`<a href="/docs/reference/errors#error-${code}">${name(code)}</a>`
    : name(code);
}
