/** Also omits `null`. */
export function omitUndefined<Fields extends object>(fields: {
  [Name in keyof Fields]: Fields[Name] | null | undefined;
}): Fields;
export function omitUndefined(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
