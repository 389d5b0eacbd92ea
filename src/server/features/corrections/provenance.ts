import type { CountedFacts, Provenance } from '#schemas/api/corrections.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

/** What brought a value in, as the history of the record has it. */
interface Origin {
  readonly origin: string;
  readonly version: number;
  readonly at: string;
}

type Stated = Pick<Provenance, 'source' | 'sourceUrl' | 'asOf' | 'changedAt' | 'firstSeenAt'>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The file or the source of an import, without the number of its run: `import:rounds.csv#0a…` is rounds.csv. */
const sourceOf = (origin: string): string => origin.slice('import:'.length).replace(/#[0-9a-f]{32}$/, '');

/** Words for what wrote a value; null where the record's own source speaks for it. */
function writerWords(origin: string): string | null {
  if (origin.startsWith('correction:')) return '用户纠错，经平台核实';
  if (origin === 'form' || origin === 'api') return '平台编辑';
  if (origin.startsWith('undo:')) return '撤销导入后恢复';
  return null;
}

/**
 * Where a value comes from. A value that was edited after its record came in is the editor's, with the day of the edit; all
 * others are of the record's source, which vouches for them on the day that the layout's `asOf` field holds.
 */
export function provenanceOf(definition: ObjectDefinition, reply: RecordReply, origin: Origin | undefined): Stated {
  const { provenance } = definition.layouts.detail;
  const open = (apiName: string | undefined): unknown =>
    apiName === undefined || reply.locked.includes(apiName) ? undefined : reply.record[apiName];
  const firstSeenAt = String(reply.record['createdAt'] ?? '');
  const written = origin ? writerWords(origin.origin) : null;
  const isLater = origin !== undefined && origin.version > 1;
  const changedAt = isLater ? String(origin.at) : null;
  if (written !== null && (isLater || open(provenance?.source) === undefined))
    return { source: written, sourceUrl: null, asOf: changedAt?.slice(0, 10) ?? null, changedAt, firstSeenAt };
  const imported = origin?.origin.startsWith('import:') ? `导入“${sourceOf(origin.origin)}”` : null;
  return {
    source: text(open(provenance?.source)) ?? imported ?? '平台收录',
    sourceUrl: text(open(provenance?.sourceUrl)),
    asOf: text(open(provenance?.asOf)),
    changedAt,
    firstSeenAt,
  };
}

/** Where a counted value comes from: the records, or who states what is in effect instead. */
export function countedSource({ records, stated, at, changed }: CountedFacts): Omit<Stated, 'firstSeenAt'> {
  const effective = stated.find(({ inEffect }) => inEffect);
  const changedAt = changed?.at ?? null;
  if (effective) return { source: effective.source, sourceUrl: effective.sourceUrl, asOf: effective.asOf, changedAt };
  const source = records ? `由${records.label}汇总` : '由系统汇总';
  return { source, sourceUrl: null, asOf: shanghaiDay(new Date(at)), changedAt };
}
