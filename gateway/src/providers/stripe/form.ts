// Parameters of Stripe's API as the form that it reads: nested names in brackets.

type Parameter = string | bigint | boolean | readonly string[] | Parameters;

/** An absent value is left out. */
export interface Parameters {
  readonly [name: string]: Parameter | undefined;
}

export function formOf(parameters: Parameters): string {
  return new URLSearchParams(pairsOf(parameters, '')).toString();
}

function pairsOf(parameters: Parameters, prefix: string): [name: string, value: string][] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const full = prefix === '' ? name : `${prefix}[${name}]`;
    if (value === undefined) return [];
    if (isList(value)) return value.map((one, at): [string, string] => [`${full}[${at}]`, one]);
    return typeof value === 'object' ? pairsOf(value, full) : [[full, String(value)]];
  });
}

function isList(value: Parameter): value is readonly string[] {
  return Array.isArray(value);
}
