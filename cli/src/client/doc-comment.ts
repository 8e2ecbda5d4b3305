// Doc comments of generated code: wrapped to the width of a line, in the layout of oxfmt.

import { wrap } from '../print.ts';

const COLUMNS = 100;

/** A comment with one paragraph per text, with its line break; nothing if all texts are empty. */
export function docComment(texts: readonly string[], indent: string): string {
  const told = texts.map(sentence).filter((text) => text !== '');
  if (told.length === 0) return '';
  const [only = ''] = told;
  const short = `${indent}/** ${only} */`;
  if (told.length === 1 && short.length <= COLUMNS) return `${short}\n`;
  const lines = told.flatMap((text) => paragraph(text, COLUMNS - indent.length - 3));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function sentence(text: string): string {
  const clean = text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim();
  return clean === '' || /[.!?)]$/.test(clean) ? clean : `${clean}.`;
}

/** The other lines of a point of a list are indented. */
function paragraph(text: string, width: number): string[] {
  if (!text.startsWith('- ')) return wrap(text, width);
  return wrap(text.slice(2), width - 2).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`);
}
