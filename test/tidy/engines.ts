// Finds packages in the lock file that declare no support for a version of Node.js. npm prints a
// warning for each of them.
import type { Finding } from './source.ts';

type Version = readonly [major: number, minor: number, patch: number];

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
}

export function unsupportedEngines(path: string, lockText: string, node: string): Finding[] {
  const { packages } = JSON.parse(lockText) as LockFile;
  return Object.entries(packages).flatMap(([name, { engines }]) => {
    const range = engines?.node ?? '*';
    if (supports(range, node)) return [];
    const problem = `${name.replace(/^node_modules\//, '')} needs Node.js ${range}`;
    return [{ path, line: 1, problem, instead: `a version that supports Node.js ${node}` }];
  });
}

/** Ranges as used by packages: `>=20`, `^20.9.0 || >=21.1`, `18 || 20`, `>= 10.x`, `*`. */
export function supports(range: string, node: string): boolean {
  const version = parseVersion(node);
  return range
    .replace(/(>=|<=|>|<|=|\^|~)\s+/g, '$1')
    .split('||')
    .some((part) => {
      const comparators = part.trim().split(/\s+/);
      return comparators.every((comparator) => satisfies(comparator, version));
    });
}

function satisfies(comparator: string, version: Version): boolean {
  if (comparator === '' || comparator === '*') return true;
  const [, operator = '', text = ''] = /^(>=|<|\^|~)?(\d[\d.x*]*)$/.exec(comparator) ?? [];
  if (text === '') throw new Error(`the range "${comparator}" is not understood`);
  const bound = parseVersion(text);
  const order = compare(version, bound);
  if (operator === '>=') return order >= 0;
  if (operator === '<') return order < 0;
  const fixed = operator === '^' ? 1 : operator === '~' ? 2 : partCount(text);
  return order >= 0 && version.slice(0, fixed).every((part, index) => part === bound[index]);
}

function partCount(text: string): number {
  return text.split('.').filter((part) => part !== 'x' && part !== '*').length;
}

function parseVersion(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number(part) || 0);
  return [major, minor, patch];
}

function compare(left: Version, right: Version): number {
  const index = left.findIndex((part, at) => part !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}
