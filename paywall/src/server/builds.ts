// The scripts of all versions of the page that run at the same time. While nodes are upgraded one
// by one, a browser may have the page of one version and ask a node of another one for its scripts.

import { buildOf, buildPage, type BuiltPage } from '../build.ts';
import { pack, type Encoded, type FindFile } from './assets.ts';

/** Where nodes share their builds. */
export interface SharedBuilds {
  keep(build: string, content: string): Promise<void>;
  /** Undefined: it was not kept. */
  find(build: string): Promise<string | undefined>;
}

/** All scripts of a build in one file, for a page in a process of its own. */
const BUILD_FILE = 'build.json';
const BUILD_FORM = /^[A-Za-z0-9_-]{43}$/;
const MAX_OTHERS = 8;
const TIME_LIMIT_MS = 5_000;

/** Without a database: the gateway has the builds of its own versions. */
export function httpBuilds(gatewayUrl: string): SharedBuilds {
  return {
    keep: () => Promise.resolve(),
    async find(build) {
      const url = `${gatewayUrl}/pay/assets/${build}/${BUILD_FILE}`;
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      const answer = await fetch(url, { redirect: 'error', signal }).catch(() => undefined);
      return answer?.ok === true ? answer.text() : undefined;
    },
  };
}

export interface Builds {
  /** The page of this version. Its scripts are kept before the first browser asks for them. */
  page(): Promise<BuiltPage>;
  readonly file: FindFile;
}

export function openBuilds(shared: SharedBuilds): Builds {
  const others = new Map<string, ReadonlyMap<string, Encoded>>();
  /** Compressed once: anybody may ask for it at any rate. */
  const whole = new WeakMap<BuiltPage, Encoded>();
  const wholeOf = (page: BuiltPage): Encoded => {
    const known = whole.get(page) ?? encode(page.content);
    whole.set(page, known);
    return known;
  };
  let kept: BuiltPage | undefined;
  const findOther = async (build: string) => {
    const known = others.get(build);
    if (known || !BUILD_FORM.test(build)) return known;
    const content = await shared.find(build);
    if (content === undefined || buildOf(content) !== build) return undefined;
    const files = filesIn(content);
    if (others.size >= MAX_OTHERS) others.clear();
    others.set(build, files);
    return files;
  };
  return {
    async page() {
      const page = await buildPage();
      if (page === kept) return page;
      // Without it the page works at the nodes of this version. The next visit tries again.
      const isKept = await shared.keep(page.build, page.content).then(
        () => true,
        () => false,
      );
      if (isKept) kept = page;
      return page;
    },
    async file(build, name) {
      const own = await buildPage();
      if (build !== own.build) return (await findOther(build))?.get(name);
      return name === BUILD_FILE ? wholeOf(own) : own.files.get(name)?.bytes;
    },
  };
}

function filesIn(content: string): ReadonlyMap<string, Encoded> {
  const texts = JSON.parse(content) as readonly (readonly [name: string, text: string])[];
  return new Map(
    [...texts, [BUILD_FILE, content] as const].map(([name, text]) => [name, encode(text)]),
  );
}

function encode(text: string): Encoded {
  return { br: pack(text, 'br'), gzip: pack(text, 'gzip'), identity: pack(text, 'identity') };
}
