import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { type BoundValues, recordValues } from '#shared/bindings/bound-values.ts';
import type { IncomingRecord } from '#server/core/records/record-writer.ts';

const BLOCKS = path.join(import.meta.dirname, 'blocks.json');

/** The blocks of the first page that ship, by their codes. */
export function shippedBlocks(): IncomingRecord[] {
  const blocks = JSON.parse(readFileSync(BLOCKS, 'utf8')) as BoundValues<typeof BINDINGS.homeBlock>[];
  return blocks.map((block) => ({
    key: block.code ?? '',
    values: recordValues(BINDINGS.homeBlock, { ...block, isPublished: true }) as RecordValues,
  }));
}
