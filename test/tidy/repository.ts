// Finds content that no file of the repository may contain: registry addresses, and paths of a
// developer's own machine.
import { posix } from 'node:path';
import { privateFolders } from './rules.ts';
import type { Finding } from './source.ts';

// Not after a letter, a dot, a slash …, where it would be part of a URL or of a longer path.
const privatePath = new RegExp(`(?<![\\w./}@~-])/(${privateFolders.join('|')})/[\\w.-]+`);
const climbingPath = /(?<![\w./])(?:\.\.\/)+[\w-]*/g;

export function registryAddresses(path: string, lockText: string): Finding[] {
  return findInLines(path, lockText, (line) => {
    const address = /"resolved":\s*"((?:\w[\w+.-]*:)?\/\/[^"]+)"/.exec(line)?.[1];
    if (address === undefined) return undefined;
    const problem = `contains the registry address ${address}`;
    return {
      problem,
      instead: 'version and integrity only (npm config omit-lockfile-registry-resolved)',
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
