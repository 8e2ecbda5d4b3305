// `npm run docs`: writes the generated reference into docs/reference, the test vectors into
// docs/vectors, and the diagram of the modules into ARCHITECTURE.md. Tidy tests fail when they are
// stale.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { withModuleDiagram } from '@bramka/test/tidy/diagrams.ts';
import { allPages } from './reference/all-pages.ts';
import { notificationVectors } from './vectors/notification-vectors.ts';

const folder = new URL('../../docs/reference/', import.meta.url);

const groups = new URL('endpoints/', folder);
rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });
for (const [name, text] of allPages()) writeFileSync(new URL(name, folder), text);

const vectors = new URL('../../docs/vectors/', import.meta.url);
mkdirSync(vectors, { recursive: true });
writeFileSync(new URL('notifications.json', vectors), notificationVectors());

const architecture = new URL('../../ARCHITECTURE.md', import.meta.url);
writeFileSync(architecture, withModuleDiagram(readFileSync(architecture, 'utf8')));
