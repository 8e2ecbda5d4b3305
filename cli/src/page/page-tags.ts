// Finds in the HTML of the payment page everything that could run a script, load a file or send the
// customer elsewhere.

export interface PageTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Every tag; texts of the page never contain `<`, because the page escapes it. */
export function tagsOf(html: string): PageTag[] {
  const tags = html.matchAll(/<([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi);
  return [...tags].map(([, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    attributes: Object.fromEntries(attributesOf(rest)),
  }));
}

function attributesOf(text: string): [string, string][] {
  const found = text.matchAll(/([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g);
  return [...found].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.replace(/^["']|["']$/g, '').replaceAll('&amp;', '&'),
  ]);
}

/** The content of every `<style>`. */
export function stylesIn(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>(.*?)<\/style/gis)].map(([, text = '']) => text);
}

const forbidden = new Set(['base', 'object', 'embed', 'applet', 'frame', 'frameset']);

/** Why a tag must not be on the page, or nothing. Scripts and styles are compared apart. */
export function objectionTo({ name, attributes }: PageTag): string | undefined {
  if (forbidden.has(name)) return `<${name}> is not part of the page`;
  const equiv = attributes['http-equiv']?.toLowerCase();
  if (equiv !== undefined && equiv !== 'refresh')
    return `<meta http-equiv="${equiv}"> is not part of the page`;
  // What the customer types goes to the page itself. Only a page in the middle of 3-D Secure has a
  // form to a bank.
  if (name === 'form' && attributes['action'] !== undefined) {
    return `a form is sent to ${attributes['action']}`;
  }
  if (attributes['formaction'] !== undefined) return `a button sends a form elsewhere`;
  if (name === 'iframe' && attributes['src'] !== undefined) {
    return `a frame shows ${attributes['src']}`;
  }
  for (const [attribute, value] of Object.entries(attributes)) {
    if (attribute.startsWith('on')) return `<${name} ${attribute}> runs an inline script`;
    if (attribute === 'style') return `<${name} style> is an inline style`;
    if (attribute === 'srcdoc') return `<${name} srcdoc> contains a document`;
    // Browsers ignore spaces and control characters in the scheme.
    // oxlint-disable-next-line no-control-regex
    if (/^[\s\x00-\x1f]*(j\s*a\s*v\s*a\s*s|vbs|data:text)/i.test(value)) {
      return `<${name} ${attribute}> runs a script`;
    }
  }
  return undefined;
}
