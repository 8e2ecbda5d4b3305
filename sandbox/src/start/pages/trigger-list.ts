// The trigger catalogue on the start page: the same rows as GET /sandbox/triggers, by group. The
// search works as a form, and without loading with the script.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { triggersOf, type ListedTrigger } from '../../party/list.ts';
import type { Party } from '../../party/party.ts';
import { copyButton } from './frame.ts';

/** `find`: words that a row must contain, in any order. */
export function triggerList(parties: readonly Party[], path: string, find: string): Html {
  const words = wordsIn(find);
  const found = triggersOf(parties).filter((row) =>
    words.every((word) => searchText(row).includes(word)),
  );
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  return html`<form class="search" role="search" method="get" action="${path}/#triggers">
      <div>
        <label for="find">Find a test value</label>
        <input
          id="find"
          name="find"
          type="search"
          value="${find}"
          autocomplete="off"
          placeholder="declined, 3-D Secure, BLIK, timeout"
          maxlength="100"
        />
      </div>
      <button type="submit">Find</button>
    </form>
    <p class="muted small" id="found" role="status">${foundText(found.length)}</p>
    ${groups.map(([title, rows]) => groupPart(title, rows, words.length > 0))}`;
}

function foundText(count: number): string {
  return count === 1 ? '1 test value' : `${count} test values`;
}

function groupPart(title: string, rows: readonly ListedTrigger[], isOpen: boolean): Html {
  const items = html`<ul class="rows">
    ${rows.map(
      (row) =>
        html`<li data-find="${searchText(row)}">
          <code class="value">${row.value}</code>
          ${copyButton(row.value, row.value)}
          <span class="what"><strong>${row.outcome}</strong> ${row.description}</span>
        </li>`,
    )}
  </ul>`;
  const summary = html`<summary>${title} <span class="muted">(${rows.length})</span></summary>`;
  return html`<details class="group" ${isOpen ? html`open` : undefined}>
    ${summary}${items}
  </details>`;
}

function searchText({ group, value, outcome, description }: ListedTrigger): string {
  return `${group} ${value} ${outcome} ${description}`.toLowerCase();
}

function wordsIn(find: string): string[] {
  return find
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
