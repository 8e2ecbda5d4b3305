// Runs the text of a bundle with its compiled code, and keeps the code if there is none yet. Node's
// own cache of compiled code has only what is compiled before a module runs, without the functions
// inside, which are then compiled again in every process.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { Script, constants } = require('node:vm');

const HASH_BYTES = 32;

/** The code of this text, or undefined. */
function __readCode({ code, hash }) {
  try {
    const bytes = readFileSync(code);
    const isOfText = bytes.subarray(0, HASH_BYTES).toString('hex') === hash;
    return isOfText ? bytes.subarray(HASH_BYTES) : undefined;
  } catch {
    return undefined;
  }
}

function __writeCode({ code, hash }, script) {
  const temporary = `${code}.${String(process.pid)}`;
  writeFileSync(temporary, Buffer.concat([Buffer.from(hash, 'hex'), script.createCachedData()]));
  renameSync(temporary, code);
}

function __start(bundle) {
  // Otherwise V8 drops the code of functions that were not called for a while.
  setFlagsFromString('--no-flush-bytecode');
  const cachedData = __readCode(bundle);
  const script = new Script(readFileSync(bundle.text, 'latin1'), {
    filename: bundle.text,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (cachedData === undefined) process.once('exit', () => __writeCode(bundle, script));
  script.runInThisContext()(require);
}
