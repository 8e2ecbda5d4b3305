// Makes the data directory that embedded databases start from, for all later starts and tests of a
// clone. `npm ci` runs it.

import { preparedDirectory } from './prepared/prepared-directory.ts';

await preparedDirectory();
