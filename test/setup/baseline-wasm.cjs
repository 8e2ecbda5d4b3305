// Loaded first by the processes that tests start: the embedded database keeps the code of V8's
// baseline compiler. The optimizing compiler takes half a second and 600 MB for one function right
// after the start, which pays off only after some hundred payments. CommonJS, because with --import
// Node.js would also load a bundle as a module and read it twice.
const { setFlagsFromString } = require('node:v8');

setFlagsFromString('--no-wasm-dynamic-tiering');
setFlagsFromString('--no-wasm-tier-up');
