// Writes the bundle of the programs that tests start to the path in its argument.
import { programFiles } from '../../setup/programs.ts';
import { writeBundle } from './write-bundle.ts';

const [, , bundle = ''] = process.argv;
writeBundle(Object.values(programFiles), bundle);
