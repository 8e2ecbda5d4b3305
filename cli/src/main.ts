// The `bramka` command.

import { start } from './start.ts';

await start(process.env);
