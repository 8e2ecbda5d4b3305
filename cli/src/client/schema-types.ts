// TypeScript types from the schemas of the OpenAPI document. Objects and enumerations become named
// types, equal ones only once; descriptions become doc comments.

import { docComment } from './doc-comment.ts';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly 'x-rule'?: string;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
}

/** Requests have closed enumerations and may contain null; answers may contain future values. */
type Direction = 'request' | 'answer';

interface FieldOf {
  readonly direction: Direction;
  /** Name of the field, in the singular for entries of lists. */
  readonly field: string;
  /** Name of the type that has the field. */
  readonly owner: string;
}

export class TypeTable {
  readonly #texts = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #betterNames: Readonly<Record<string, string>>;
  readonly #isQualified: boolean;

  /** Qualified: types that are not reserved are named after their owner and their field. */
  constructor(betterNames: Readonly<Record<string, string>>, isQualified = false) {
    this.#betterNames = betterNames;
    this.#isQualified = isQualified;
  }

  /** All named types in the order in which they were first used. */
  text(): string {
    return [...this.#texts.values()].join('\n\n');
  }

  names(): string[] {
    return [...this.#texts.keys()].sort();
  }

  /** Gives the object, or the entries of the list, this name wherever it occurs. */
  reserve(schema: Schema, direction: Direction, name: string): void {
    const object = withoutNull(schema).items ?? schema;
    if (!object.properties) throw new Error(`There is no object to call ${name}.`);
    const key = keyOf(object, direction);
    const known = this.#names.get(key);
    if (known === name) return;
    if (known !== undefined) throw new Error(`${name} and ${known} are the same type.`);
    if (this.#isReserved(name)) throw new Error(`There are two types with the name ${name}.`);
    this.#names.set(key, name);
  }

  /** The type of a body or an answer; `name` is that of the object or of the entries of a list. */
  typeOf(schema: Schema, direction: Direction, name: string): string {
    return this.#type(withoutNull(schema), { direction, field: name, owner: name });
  }

  #type(schema: Schema, of: FieldOf): string {
    if (schema.anyOf) {
      return unique(schema.anyOf.map((one) => this.#type(one, of))).join(' | ');
    }
    const types = [schema.type ?? []].flat();
    if (types.length > 1) {
      return unique(types.map((type) => this.#type({ ...schema, type }, of))).join(' | ');
    }
    switch (types[0]) {
      case 'null':
        return 'null';
      case 'string':
        return schema.enum ? this.#enumeration(schema, of) : 'string';
      case 'number':
        return 'Amount';
      case 'integer':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'array':
        return `readonly ${entry(this.#type(schema.items ?? {}, singular(of)))}[]`;
      case 'object':
        return this.#object(schema, of);
      default:
        return 'unknown';
    }
  }

  #enumeration(schema: Schema, of: FieldOf): string {
    const values = (schema.enum ?? []).filter((value) => value !== null);
    const meanings = Object.entries(schema['x-enumDescriptions'] ?? {});
    const lines = meanings.map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
    const key = JSON.stringify(['enum', values]);
    const name = this.#named(key, of, (own) => {
      const head = `export type ${own} =`;
      const choices = values.map((value) => `\n  | ${quoted(value)}`);
      return `${docComment(lines, '')}${head}${choices.join('')};`;
    });
    return of.direction === 'request' ? name : `${name} | Other`;
  }

  #object(schema: Schema, of: FieldOf): string {
    const { properties = {}, patternProperties } = schema;
    if (Object.keys(properties).length === 0) {
      const [value = {}] = Object.values(patternProperties ?? {});
      return `Readonly<Record<string, ${this.#type(value, of)}>>`;
    }
    return this.#named(keyOf(schema, of.direction), of, (typeName) => {
      const fields = Object.entries(properties).map(([field, inner]) =>
        this.#field(field, inner, schema.required?.includes(field) === true, {
          direction: of.direction,
          field,
          owner: typeName,
        }),
      );
      return `export interface ${typeName} {\n${fields.join('\n')}\n}`;
    });
  }

  #field(name: string, schema: Schema, isRequired: boolean, of: FieldOf): string {
    const { description = '', 'x-rule': rule } = schema;
    const lines = [description, ...(rule === undefined ? [] : [`Format: ${rule}.`])];
    const type = this.#type(schema, of);
    const mayBeUndefined = !isRequired && of.direction === 'request' ? ' | undefined' : '';
    const mark = isRequired ? '' : '?';
    return `${docComment(lines, '  ')}  readonly ${name}${mark}: ${type}${mayBeUndefined};`;
  }

  /** The name of a type: that of its field, or with the owner in front. */
  #named(key: string, of: FieldOf, write: (name: string) => string): string {
    const fieldName = capital(of.field);
    const isFree = (name: string): boolean => !this.#texts.has(name) && !this.#isReserved(name);
    const qualified = `${of.owner}${fieldName}`;
    const names = this.#isQualified ? [qualified] : [fieldName, qualified];
    const better = (name: string): string => this.#betterNames[name] ?? name;
    const name = this.#names.get(key) ?? names.map(better).find(isFree);
    if (name === undefined) throw new Error(`${of.owner} needs another name for ${fieldName}.`);
    this.#names.set(key, name);
    if (this.#texts.has(name)) return name;
    // Present before its fields are written, because they may need the same name.
    this.#texts.set(name, '');
    this.#texts.set(name, write(name));
    return name;
  }

  #isReserved(name: string): boolean {
    return [...this.#names.values()].includes(name);
  }
}

/** The paths of all amounts, such as `order.amount`; entries have the path of the list. */
export function amountPaths(schema: Schema, path = ''): string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    amountPaths(inner, path === '' ? name : `${path}.${name}`),
  );
  const entries = schema.items ? amountPaths(schema.items, path) : [];
  const forms = (schema.anyOf ?? []).flatMap((form) => amountPaths(form, path));
  const own = [schema.type ?? []].flat().includes('number') ? [path] : [];
  return unique([...own, ...inside, ...entries, ...forms]);
}

/** Objects are the same type if their fields are the same, with their descriptions. */
function keyOf({ properties, required = [] }: Schema, direction: Direction): string {
  return JSON.stringify([direction, properties, required]);
}

function withoutNull(schema: Schema): Schema {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  return types.length === 1 ? { ...schema, type: types[0] ?? '' } : schema;
}

function singular(of: FieldOf): FieldOf {
  const field = of.field.replace(/ies$/, 'y').replace(/s$/, '');
  return { ...of, field };
}

const entry = (type: string): string => (type.includes(' ') ? `(${type})` : type);
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const quoted = (value: unknown): string => `'${String(value)}'`;
