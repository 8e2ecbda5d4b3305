// Reads the fields of an XML message: each element at most once. A repeated element makes the whole
// message unreadable, because two readers could choose different ones.

import type { XmlElement } from './read-xml.ts';

/** The trimmed text of each leaf by name; undefined if a name occurs twice. */
export function leafTexts(element: XmlElement): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  const names = new Set<string>();
  for (const child of element.children) {
    if (names.has(child.name)) return undefined;
    names.add(child.name);
    if (child.children.length === 0) texts.set(child.name, child.text.trim());
  }
  return texts;
}

/** The only child with this name; undefined if there is none or more than one. */
export function onlyChild(element: XmlElement, name: string): XmlElement | undefined {
  const children = element.children.filter((child) => child.name === name);
  return children.length === 1 ? children[0] : undefined;
}

/** The exact texts of all leaves in document order. */
export function allLeafTexts(element: XmlElement): string[] {
  if (element.children.length === 0) return [element.text];
  return element.children.flatMap(allLeafTexts);
}
