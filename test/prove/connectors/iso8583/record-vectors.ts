// Writes vectors.json anew with pyiso8583 in the given folder: node record-vectors.ts <folder>.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWithPython } from './codec-proof.ts';

const vectors = await encodeWithPython(process.argv[2] ?? '');
const file = join(import.meta.dirname, 'vectors.json');
writeFileSync(file, `${JSON.stringify(vectors, null, 2)}\n`);
