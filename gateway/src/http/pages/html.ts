// HTML as a tagged template that escapes every value. This is the only place where text becomes
// markup.

/** Markup that is safe to use in a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | null | undefined | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = pieces.map((piece, position) =>
    position < parts.length ? piece + textOf(parts[position]) : piece,
  );
  return new Html(texts.join(''));
}

function textOf(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(String(part));
}
