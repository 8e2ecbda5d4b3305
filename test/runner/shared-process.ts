// The process that unit test files share.
import { runTogether } from './run-together.ts';
import { sharedFilesFrom } from './shared-list.ts';

await runTogether(sharedFilesFrom(process.env));
