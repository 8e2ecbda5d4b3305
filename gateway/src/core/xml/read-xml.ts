// A strict reader of small XML documents, for providers that answer in XML. It accepts elements,
// attributes, text, CDATA and comments; it refuses document types, processing instructions, mixed
// content, unknown entities and whatever exceeds its limits. It never throws.

import { decodeText, hasOnlyXmlCharacters } from './xml-text.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Empty for an element with text. */
  readonly children: readonly XmlElement[];
  /** The exact text, with entities decoded; empty for an element with children. */
  readonly text: string;
}

interface XmlLimits {
  readonly characters: number;
  readonly depth: number;
  readonly elements: number;
}

export const standardXmlLimits: XmlLimits = { characters: 65_536, depth: 16, elements: 2000 };

/** Undefined if the text is not exactly one well-formed document within the limits. */
export function readXml(text: string, limits = standardXmlLimits): XmlElement | undefined {
  if (text.length > limits.characters || !hasOnlyXmlCharacters(text)) return undefined;
  try {
    return new XmlReader(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), limits).document();
  } catch (error) {
    if (error instanceof BadXml) return undefined;
    throw error;
  }
}

class BadXml extends Error {}

/** Version 1.x, in UTF-8 only. */
const DECLARATION = new RegExp(
  [
    /<\?xml\s+version\s*=\s*(?:"1\.[0-9]"|'1\.[0-9]')/,
    /(?:\s+encoding\s*=\s*(?:"utf-8"|'utf-8'))?/,
    /(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/,
  ]
    .map(({ source }) => source)
    .join(''),
  'iy',
);
const SPACE = /[ \t\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_.:-]{0,127}/y;
const EQUALS = /[ \t\n]*=[ \t\n]*/y;
const MAX_ATTRIBUTES = 32;

class XmlReader {
  readonly #text: string;
  readonly #limits: XmlLimits;
  #at = 0;
  #elements = 0;

  constructor(text: string, limits: XmlLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  document(): XmlElement {
    this.#match(SPACE);
    if (this.#text.startsWith('<?', this.#at)) this.#require(DECLARATION);
    this.#skipMisc();
    const root = this.#element(1);
    this.#skipMisc();
    if (this.#at < this.#text.length) throw new BadXml();
    return root;
  }

  #element(depth: number): XmlElement {
    this.#elements += 1;
    if (depth > this.#limits.depth || this.#elements > this.#limits.elements) throw new BadXml();
    this.#expect('<');
    const name = this.#require(NAME);
    const attributes = this.#attributes();
    if (this.#skip('/>')) return { name, attributes, children: [], text: '' };
    this.#expect('>');
    const { children, text } = this.#content(depth);
    this.#expect(`</${name}`);
    this.#match(SPACE);
    this.#expect('>');
    return { name, attributes, children, text };
  }

  #attributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      const space = this.#match(SPACE);
      if (this.#text[this.#at] === '>' || this.#text.startsWith('/>', this.#at)) return attributes;
      if (space === '' || attributes.size >= MAX_ATTRIBUTES) throw new BadXml();
      const name = this.#require(NAME);
      this.#require(EQUALS);
      if (attributes.has(name)) throw new BadXml();
      attributes.set(name, this.#quoted());
    }
  }

  #quoted(): string {
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") throw new BadXml();
    this.#at += 1;
    const value = this.#until(quote);
    if (value.includes('<')) throw new BadXml();
    return this.#decode(value);
  }

  #content(depth: number): Pick<XmlElement, 'children' | 'text'> {
    const children: XmlElement[] = [];
    let text = '';
    for (;;) {
      const next = this.#text.indexOf('<', this.#at);
      if (next < 0) throw new BadXml();
      const plain = this.#text.slice(this.#at, next);
      if (plain.includes(']]>')) throw new BadXml();
      text += this.#decode(plain);
      this.#at = next;
      if (this.#text.startsWith('</', this.#at)) break;
      if (this.#skip('<![CDATA[')) text += this.#until(']]>');
      else if (!this.#skipComment()) children.push(this.#element(depth + 1));
    }
    if (children.length === 0) return { children, text };
    if (/[^ \t\n]/.test(text)) throw new BadXml();
    return { children, text: '' };
  }

  #skipMisc(): void {
    do this.#match(SPACE);
    while (this.#skipComment());
  }

  #skipComment(): boolean {
    if (!this.#skip('<!--')) return false;
    this.#until('--');
    this.#expect('>');
    return true;
  }

  #until(end: string): string {
    const endAt = this.#text.indexOf(end, this.#at);
    if (endAt < 0) throw new BadXml();
    const before = this.#text.slice(this.#at, endAt);
    this.#at = endAt + end.length;
    return before;
  }

  #decode(text: string): string {
    const decoded = decodeText(text);
    if (decoded === undefined) throw new BadXml();
    return decoded;
  }

  #skip(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  #expect(text: string): void {
    if (!this.#skip(text)) throw new BadXml();
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const matched = pattern.exec(this.#text)?.[0];
    if (matched !== undefined) this.#at += matched.length;
    return matched;
  }

  #require(pattern: RegExp): string {
    const matched = this.#match(pattern);
    if (matched === undefined) throw new BadXml();
    return matched;
  }
}
