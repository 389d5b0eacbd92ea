import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { type BoundValues, recordValues } from '#shared/bindings/bound-values.ts';
import type { IncomingRecord } from '#server/core/records/record-writer.ts';

/** Records of a binding that ship as JSON, by their codes; all of them are shown. */
function shippedOf<const B extends typeof BINDINGS.homeBlock | typeof BINDINGS.homeStep>(binding: B, file: string) {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return (JSON.parse(text) as BoundValues<B>[]).map((values): IncomingRecord => ({
    key: values.code ?? '',
    values: recordValues(binding, { ...values, isPublished: true }) as RecordValues,
  }));
}

/** The blocks of the first page that ship, by their codes. */
export const shippedBlocks = (): IncomingRecord[] => shippedOf(BINDINGS.homeBlock, 'blocks.json');

/** The steps that the first page leads users through as they ship, by their codes. */
export const shippedSteps = (): IncomingRecord[] => shippedOf(BINDINGS.homeStep, 'steps.json');
