// Stands in for parts that are never asked: routes only hand their parts on to endpoints, so the
// documentation can be made without a database, keys or providers.

const nothing = (): unknown => undefined;

/** Any part of it is hollow again, as a number it is 0 and as a list empty. */
export function hollow<T>(): T {
  const proxy: unknown = new Proxy(nothing, {
    get(_target, name) {
      if (name === 'then') return undefined;
      if (name === Symbol.toPrimitive) return () => 0;
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      return proxy;
    },
    apply: () => proxy,
  });
  return proxy as T;
}
