import * as z from 'zod/mini';

/** Keeps the fields of a later release, which its type doesn't name: they are written again with the rest. */
export const storedObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodMiniObject<Shape> =>
  z.looseObject(shape);
