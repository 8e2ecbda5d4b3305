// Loaded first by the test files of a run with --name: ends those in which no test matches. Node.js
// runs their `after` hooks before their `before` hooks are done, so what these start stays open.
import { after, beforeEach } from 'node:test';

/** For the report of the file. */
const END_MS = 500;

let hasTests = false;
beforeEach(() => {
  hasTests = true;
});
after(() => {
  if (!hasTests) setTimeout(() => process.exit(), END_MS);
});
