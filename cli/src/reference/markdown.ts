// Markdown of the generated reference: pages that say where they come from, tables and code.

export function page(title: string, ...parts: readonly string[]): string {
  const origin = '<!-- Written by `npm run docs` from the sources. Do not edit. -->';
  return `${[`# ${title}`, origin, ...parts.filter((part) => part !== '')].join('\n\n')}\n`;
}

/** Cells are plain text or made by `code`. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text of any origin in a cell or a paragraph. */
export function plain(text: string): string {
  return text.replace(/[\\<>*_`|[\]]/g, '\\$&').replaceAll('\n', ' ');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
