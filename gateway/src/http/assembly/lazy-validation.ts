// How requests are validated, with our own keywords. Validators are compiled on first use:
// compiling all of them takes longer than the rest of the start, and many routes of a process are
// called late or never.

import ajvCompiler from '@fastify/ajv-compiler';
import { numberText, writeJson } from '../../core/json.ts';

interface Validator {
  (data: unknown): unknown;
  errors?: unknown;
}

type Compile = (route: { schema: unknown }) => Validator;

const build = (ajvCompiler as unknown as () => (schemas: unknown, options: unknown) => Compile)();

function lazyValidation(schemas: unknown, options: unknown): never {
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

/**
 * Options of every server that validates with schemas: nothing is converted, all faults are
 * reported. `hasCardNumber` finds what free text must not contain.
 */
export const validation = (hasCardNumber: (value: unknown) => boolean) => ({
  ajv: {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allErrors: true,
      strict: false,
      keywords: [
        {
          keyword: 'exactNumber',
          errors: false,
          validate: (_schema: unknown, data: unknown) => numberText(data) !== undefined,
        },
        {
          keyword: 'x-free-text',
          errors: false,
          validate: (_schema: unknown, data: unknown) => !hasCardNumber(data),
        },
      ],
    },
  },
  schemaController: {
    // Without a serializer here Fastify loads its own, which is never used.
    compilersFactory: { buildValidator: lazyValidation, buildSerializer: () => () => writeJson },
  },
});
