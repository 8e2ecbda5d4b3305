// Defects: failed assertions, which mean that the program itself is wrong. They stay enabled in
// production and end as status 500, never as a refusal.

export class Defect extends Error {
  override readonly name = 'Defect';
}

export function defect(message: string): never {
  throw new Defect(message);
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Defect(message);
}
