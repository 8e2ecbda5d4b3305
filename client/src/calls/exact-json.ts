// JSON in which amounts are texts: they are written and read as the exact text of JSON numbers, so
// that no amount goes through floating point. Only the fields that the API declares as amounts are
// converted.

const AMOUNT = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * The JSON of a request. A text that is no amount stays a text, so that the gateway refuses it and
 * names the field.
 */
export function writeExact(value: unknown, amounts: string): string {
  const amountPaths = new Set(amounts.split(' '));
  const write = (given: unknown, path: string): string | undefined => {
    const inner = hasToJson(given) ? given.toJSON() : given;
    if (typeof inner === 'string' && amountPaths.has(path) && AMOUNT.test(inner)) return inner;
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
    if (Array.isArray(inner)) {
      return `[${inner.map((entry) => write(entry, path) ?? 'null').join()}]`;
    }
    const members = Object.entries(inner).flatMap(([name, member]) => {
      const text = write(member, path === '' ? name : `${path}.${name}`);
      return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
    });
    return `{${members.join()}}`;
  };
  return write(value, '') ?? 'null';
}

const hasToJson = (value: unknown): value is { toJSON(): unknown } =>
  typeof value === 'object' && value !== null && 'toJSON' in value;

/** Strings, numbers and the characters that open and close objects and lists. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

/** The value of an answer. Throws a SyntaxError if the text is not JSON. */
export function readExact(text: string, amounts: string): unknown {
  if (amounts === '') return JSON.parse(text) as unknown;
  // Checks the whole text first, so that the scan below only sees JSON.
  JSON.parse(text);
  const amountPaths = new Set(amounts.split(' '));
  // One entry for each open object or list: the name of the current field, or undefined in a list.
  const path: (string | undefined)[] = [];
  let isName = false;
  const quoted = text.replaceAll(TOKEN, (token) => {
    const first = token.charAt(0);
    if (first === '"') {
      if (isName) path[path.length - 1] = JSON.parse(token) as string;
      isName = false;
    } else if (first === '{') {
      path.push('');
      isName = true;
    } else if (first === '[') {
      path.push(undefined);
    } else if (first === '}' || first === ']') {
      path.pop();
      isName = false;
    } else if (first === ',') {
      isName = path.length > 0 && path.at(-1) !== undefined;
    } else if (first !== ':' && amountPaths.has(pathText(path))) {
      return `"${token}"`;
    }
    return token;
  });
  return JSON.parse(quoted) as unknown;
}

const pathText = (path: readonly (string | undefined)[]): string =>
  path.filter((name) => name !== undefined).join('.');
