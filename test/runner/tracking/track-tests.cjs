// Loaded first by the processes of test files. Node's test runner finds out to which test a call or
// an error belongs by a hook on every promise of the process, which doubles the processor time of
// code with many promises. Here the runner gets the same answer from an AsyncLocalStorage, which
// costs next to nothing. Without this file all tests give the same results.
const hooks = require('node:async_hooks');
const { isMainThread } = require('node:worker_threads');

/** Ids of the runner's tests, suites and hooks, which it looks up with the id that it asks for. */
const current = new hooks.AsyncLocalStorage();
/** What the runner's own hook does when a resource is created: it registers tests by their ids. */
let register;

class TrackedResource extends hooks.AsyncResource {
  constructor(...words) {
    super(...words);
    register?.(this.asyncId(), 'Test', 0, this);
  }

  runInAsyncScope(work, self, ...words) {
    const tracked = () => current.run(this.asyncId(), () => Reflect.apply(work, self, words));
    return super.runInAsyncScope(tracked);
  }
}

/** The runner takes these functions when it is loaded; nothing else gets them. */
function loadRunner() {
  const { AsyncResource, createHook, executionAsyncId } = hooks;
  Object.assign(hooks, {
    AsyncResource: TrackedResource,
    createHook(callbacks) {
      register = callbacks.init;
      return { enable: () => undefined, disable: () => undefined };
    },
    executionAsyncId: () => current.getStore() ?? executionAsyncId(),
  });
  require('node:test');
  Object.assign(hooks, { AsyncResource, createHook, executionAsyncId });
}

if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) loadRunner();
