// Defects: things that cannot happen unless the program itself is wrong. They stay switched on in
// production and end as a loud 500, never as a polite refusal.

export class Defect extends Error {
  override readonly name = 'Defect';
}

export function defect(message: string): never {
  throw new Defect(message);
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Defect(message);
}
