import type { CurrencyValue } from '#schemas/metadata/value.ts';

/** A link to a record by its key; the code that stores the records puts the id in its place. */
export interface SampleReference {
  readonly key: string;
}

export type SampleValue =
  | string
  | number
  | boolean
  | readonly string[]
  | CurrencyValue
  | SampleReference
  | readonly SampleReference[]
  | undefined;

/** One record to store. `key` is unique over all objects; `values` link only to records that came before. */
export interface SampleRecord {
  readonly object: string;
  readonly key: string;
  readonly values: Readonly<Record<string, SampleValue>>;
}

/** What every sample record says about where it comes from. */
const SAMPLE_SOURCE = '示例数据';

/** Behind registered names, which could otherwise be taken for real ones. */
export const SAMPLE_SUFFIX = '（示例）';

/** A record with its source marked and its empty values left out. */
export function sampleRecord(object: string, key: string, values: SampleRecord['values']): SampleRecord {
  const known = Object.entries({ ...values, source: SAMPLE_SOURCE, sourceId: key }).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { object, key, values: Object.fromEntries(known) };
}

/** Links to records, in order. */
export const references = (entries: readonly { readonly key: string }[]): SampleReference[] =>
  entries.map(({ key }) => ({ key }));

/** `company`, 12 → `company-0012`. */
export const sampleKey = (kind: string, index: number): string => `${kind}-${String(index).padStart(4, '0')}`;
