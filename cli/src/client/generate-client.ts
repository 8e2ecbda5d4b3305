// `npm run client`: writes the generated sources of @bramka/client. A tidy test fails when they are
// stale.

import { mkdirSync, writeFileSync } from 'node:fs';
import { apiDocument } from '@bramka/gateway/docs/docs-routes.ts';
import { clientFiles } from './client-files.ts';
import { referenceEndpoints } from '../reference/pages.ts';

const folder = new URL('../../../client/src/generated/', import.meta.url);

mkdirSync(new URL('operator/', folder), { recursive: true });
const files = clientFiles(apiDocument(referenceEndpoints(), 'sandbox'));
for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
