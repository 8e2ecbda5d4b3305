// The environment of every Node.js program that a test starts.

/**
 * Compiled sources are valid only for processes with the same V8 options: a program that got one of
 * these variables without the other would replace what the other programs have kept.
 */
export function programEnvironment(
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Record<string, string> {
  const { PATH = '', NODE_OPTIONS, NODE_COMPILE_CACHE } = env;
  return {
    PATH,
    ...(NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  };
}
