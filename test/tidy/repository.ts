// What must not be in any file of the repository, code or not: addresses of the registry that
// somebody happened to use, and paths of somebody's own machine.
import { posix } from 'node:path';
import { privateFolders } from './rules.ts';
import type { Finding } from './source.ts';

// Not after a letter, a dot, a slash …: then it is a part of an address or of a longer path.
const privatePath = new RegExp(`(?<![\\w./}@~-])/(${privateFolders.join('|')})/[\\w.-]+`);
const climbingPath = /(?<![\w./])(?:\.\.\/)+[\w-]*/g;

export function registryAddresses(path: string, lockText: string): Finding[] {
  return findInLines(path, lockText, (line) => {
    const address = /"resolved":\s*"((?:\w[\w+.-]*:)?\/\/[^"]+)"/.exec(line)?.[1];
    if (address === undefined) return undefined;
    const problem = `names the registry address ${address}`;
    return {
      problem,
      instead: 'version and integrity alone (npm config omit-lockfile-registry-resolved)',
    };
  });
}

export function privatePaths(path: string, text: string): Finding[] {
  return findInLines(path, text, (line) => {
    const climbs = (line.match(climbingPath) ?? []).find((found) => leavesRepository(path, found));
    const found = privatePath.exec(line)?.[0] ?? climbs;
    if (found === undefined) return undefined;
    return { problem: `mentions ${found}`, instead: 'a path inside the repository' };
  });
}

function leavesRepository(path: string, climbing: string): boolean {
  return posix.join(posix.dirname(path), climbing).startsWith('../');
}

function findInLines(
  path: string,
  text: string,
  check: (line: string) => Pick<Finding, 'problem' | 'instead'> | undefined,
): Finding[] {
  return text.split('\n').flatMap((line, position) => {
    const found = check(line);
    return found === undefined ? [] : [{ path, line: position + 1, ...found }];
  });
}
