// Shared builds of the page in memory, for tests.

export function memoryBuilds() {
  const kept = new Map<string, string>();
  return {
    kept,
    keep: (build: string, content: string) => Promise.resolve(void kept.set(build, content)),
    find: (build: string) => Promise.resolve(kept.get(build)),
  };
}
