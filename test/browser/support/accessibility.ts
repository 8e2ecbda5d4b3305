// Checks what a page shows: axe finds nothing against WCAG 2.2 AA and its best practices, and
// nothing is wider than the window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** One text for each rule that the page breaks. Documents in frames are not checked. */
export async function findBarriers(page: Page): Promise<string[]> {
  // The policy of a page does not allow this in a script of its own; the debugger may.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const runOnly = { type: 'tag', values: tags };
  // Without `resultTypes` axe describes every element that passed as well.
  const options = { runOnly, iframes: false, resultTypes: ['violations'] };
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary = '' }) => `${html}\n${failureSummary}`);
    return `${id}: ${help}\n${places.join('\n')}`;
  });
}

export async function assertAccessible(page: Page, state: string): Promise<void> {
  assert.deepEqual(await findBarriers(page), [], `axe: ${state}`);
}

/** Names the widest element in its message. */
export async function assertFits(page: Page, state: string): Promise<void> {
  const [overflow, widest] = await page.evaluate<[number, string]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const right = (element) => element.getBoundingClientRect().right;
    const all = [...document.querySelectorAll('body *')].sort((a, b) => right(b) - right(a));
    return [scrollWidth - clientWidth, all[0]?.outerHTML.slice(0, 200) ?? ''];
  })()`);
  const { width } = page.viewportSize() ?? { width: 0 };
  assert.equal(overflow, 0, `${state} at ${width} px is too wide: ${widest}`);
}
