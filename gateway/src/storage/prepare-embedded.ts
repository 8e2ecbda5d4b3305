// Creates the data directory that the embedded database starts from (`npm run embedded`). Run it
// again whenever the version of the engine changes.

import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { preparedDirectory } from './embedded.ts';

const engine = new PGlite();
await engine.waitReady;
await engine.exec('checkpoint');
const dump = await engine.dumpDataDir('gzip');
writeFileSync(preparedDirectory, Buffer.from(await dump.arrayBuffer()));
await engine.close();
