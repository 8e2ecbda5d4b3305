// The version of Bramka, from package.json at the root of the repository or of the package.

import { readFileSync } from 'node:fs';

const file = new URL('../../../../package.json', import.meta.url);

export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
