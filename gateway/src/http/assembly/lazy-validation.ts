// Validators compiled when they are first needed: compiling all of them takes longer than
// everything else at the start, and most routes of a process are asked for later or never.

import ajvCompiler from '@fastify/ajv-compiler';

interface Validator {
  (data: unknown): unknown;
  errors?: unknown;
}

type Compile = (route: { schema: unknown }) => Validator;

const build = (ajvCompiler as unknown as () => (schemas: unknown, options: unknown) => Compile)();

export function lazyValidation(schemas: unknown, options: unknown): never {
  const compile = build(schemas, options);
  const lazy: Compile = (route) => {
    let compiled: Validator | undefined;
    const validator: Validator = (data) => {
      compiled ??= compile(route);
      const valid = compiled(data);
      validator.errors = compiled.errors;
      return valid;
    };
    return validator;
  };
  return lazy as never;
}
