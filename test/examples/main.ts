// `npm run examples`: records the examples of the documentation anew.
import { writeFileSync } from 'node:fs';
import { recordedExamplesFile } from '@bramka/gateway/docs/examples.ts';
import { recordExamples } from './recording.ts';

const examples = await recordExamples();
writeFileSync(recordedExamplesFile, `${JSON.stringify(examples, null, 2)}\n`);
const count = Object.values(examples).flat().length;
console.log(`Recorded ${count} examples of ${Object.keys(examples).length} endpoints.`);
