// Writes small XML documents. An element is its name with text or with child elements; an element
// without a value is left out.

import { encodeText } from './xml-text.ts';

export type XmlNode = readonly [name: string, content: string | undefined | readonly XmlNode[]];

export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}\n`;
}

function writeNode([name, content]: XmlNode): string {
  if (content === undefined) return '';
  const inside =
    typeof content === 'string' ? encodeText(content) : content.map(writeNode).join('');
  return `<${name}>${inside}</${name}>`;
}
