/**
 * Returns an object of the provider from the fields that the emulator fills. The real provider sends many more,
 * mostly null, which neither the product nor the emulator reads.
 */
export function objectOf<T>(fields: Filled<T>): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other fields are never read
  return fields as T;
}

type Filled<T> = T extends readonly (infer One)[]
  ? Filled<One>[]
  : T extends object
    ? { [Name in keyof T]?: Filled<T[Name]> }
    : T;
