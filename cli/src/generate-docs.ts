// `npm run docs`: writes the generated reference into docs/reference, and the test vectors into
// docs/vectors. Tidy tests fail when they are stale.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { referencePages } from './reference/pages.ts';
import { notificationVectors } from './vectors/notification-vectors.ts';

const folder = new URL('../../docs/reference/', import.meta.url);

const groups = new URL('endpoints/', folder);
rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });
for (const [name, text] of referencePages()) writeFileSync(new URL(name, folder), text);

const vectors = new URL('../../docs/vectors/', import.meta.url);
mkdirSync(vectors, { recursive: true });
writeFileSync(new URL('notifications.json', vectors), notificationVectors());
