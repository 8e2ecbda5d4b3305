// `npm run docs`: writes the generated reference into docs/reference. A tidy test fails when it is
// stale.

import { mkdirSync, writeFileSync } from 'node:fs';
import { referencePages } from './reference/pages.ts';

const folder = new URL('../../docs/reference/', import.meta.url);

mkdirSync(folder, { recursive: true });
for (const [name, text] of referencePages()) writeFileSync(new URL(name, folder), text);
