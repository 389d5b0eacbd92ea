import type { CountedFacts, Provenance } from '#schemas/api/corrections.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { valueSource, type WrittenBy } from '#server/core/records/value-source.ts';

type Stated = Pick<Provenance, 'source' | 'sourceUrl' | 'asOf' | 'changedAt' | 'firstSeenAt'>;

/** Where a value comes from, as far as the reader may see it, and when its record was first seen. */
export function provenanceOf(definition: ObjectDefinition, reply: RecordReply, written: WrittenBy | undefined): Stated {
  const open = (apiName: string | undefined): unknown =>
    apiName === undefined || reply.locked.includes(apiName) ? undefined : reply.record[apiName];
  const firstSeenAt = String(reply.record['createdAt'] ?? '');
  return { ...valueSource(definition.layouts.detail.provenance, open, written), firstSeenAt };
}

/** Where a counted value comes from: the records, or who states what is in effect instead. */
export function countedSource({ records, stated, at, changed }: CountedFacts): Omit<Stated, 'firstSeenAt'> {
  const effective = stated.find(({ inEffect }) => inEffect);
  const changedAt = changed?.at ?? null;
  if (effective) return { source: effective.source, sourceUrl: effective.sourceUrl, asOf: effective.asOf, changedAt };
  const source = records ? `由${records.label}汇总` : '由系统汇总';
  return { source, sourceUrl: null, asOf: shanghaiDay(new Date(at)), changedAt };
}
