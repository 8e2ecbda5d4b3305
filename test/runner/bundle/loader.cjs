// The start of a bundle: loads its modules on demand, as `require` does. What is not in the bundle
// is loaded by Node.js, from where the module is.
const { createRequire } = require('node:module');
const { fileURLToPath } = require('node:url');

const __loaded = [];

function __load(number) {
  const known = __loaded[number];
  if (known) return known.exports;
  const [path] = __modules[number];
  const module = { exports: {}, filename: path, id: path };
  __loaded[number] = module;
  __define(number, module);
  return module.exports;
}

function __define(number, module) {
  const [path, define] = __modules[number];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const { exports } = module;
  return define.call(exports, module, exports, __requireOf(path), path, folder);
}

/** Runs the program whose number is the first argument. */
function __run() {
  const [number] = process.argv.splice(2, 1);
  void __define(Number(number), { exports: {} });
}

function __requireOf(path) {
  let own;
  const native = () => (own ??= createRequire(path));
  const requireOne = (name) => {
    if (name.startsWith('node:')) return require(name);
    return native()(name.startsWith('file:') ? fileURLToPath(name) : name);
  };
  requireOne.resolve = (...words) => native().resolve(...words);
  return requireOne;
}

// The functions that TypeScript calls for imports and exports.
const __importDefault = (module) => (module?.__esModule ? module : { default: module });
const __importStar = (module) => {
  if (module?.__esModule) return module;
  return __addAll({ default: module }, module);
};
const __exportStar = (module, exports) => void __addAll(exports, module);

function __addAll(to, from) {
  for (const name of Object.keys(from)) {
    if (name === 'default' || Object.hasOwn(to, name)) continue;
    Object.defineProperty(to, name, { enumerable: true, get: () => from[name] });
  }
  return to;
}
