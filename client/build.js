// Builds the package: TypeScript sources from src into ES modules with types in dist. Prints the
// sizes of what a program loads. Run by `npm run build -w client`, and before `npm pack`.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

const here = import.meta.dirname;
const out = join(here, 'dist');

/** In types too, imports must name the files that exist in the package. */
const withJsNames = (text) =>
  text.replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2');

function compile() {
  const config = ts.getParsedCommandLineOfConfigFile(join(here, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => fail([fault]),
  });
  const program = ts.createProgram(config.fileNames, config.options);
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0) fail(faults);
  rmSync(out, { recursive: true, force: true });
  program.emit(undefined, (file, text) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, file.endsWith('.d.ts') ? withJsNames(text) : text);
  });
}

function fail(faults) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => here,
    getNewLine: () => '\n',
  };
  console.error(ts.formatDiagnostics(faults, host));
  process.exit(1);
}

/** The modules that an entry point loads, itself included. */
function modulesOf(entry, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, path] of readFileSync(entry, 'utf8').matchAll(/from ['"](\.[^'"]+)['"]/g)) {
    modulesOf(join(dirname(entry), path), found);
  }
  return found;
}

function printSizes() {
  for (const entry of ['client.js', 'operator.js', 'notifications/verify.js']) {
    const files = [...modulesOf(join(out, entry))];
    const text = Buffer.concat(files.map((file) => readFileSync(file)));
    const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
    const size = `${kB(text.length)}, ${kB(gzipSync(text).length)} with gzip`;
    console.log(`dist/${entry}: ${files.length} modules, ${size}`);
  }
  const files = readdirSync(out, { recursive: true, withFileTypes: true });
  console.log(`dist: ${files.filter((file) => file.isFile()).length} files`);
}

compile();
if (!process.argv.includes('--quiet')) printSizes();
