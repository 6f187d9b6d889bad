/** The same without the fields that are absent. */
export function present<Fields extends object>(fields: {
  [Name in keyof Fields]: Fields[Name] | null | undefined;
}): Fields;
export function present(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
