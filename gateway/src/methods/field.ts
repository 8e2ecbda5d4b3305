// A field of an instrument that a method describes.

import { Type } from 'typebox';

/** An empty one counts as absent. */
export const textField = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
