import type { Provenance } from '#schemas/metadata/detail.ts';

/** What wrote a value, as the history of its record has it. */
export interface WrittenBy {
  readonly origin: string;
  readonly version: number;
  readonly at: string;
}

/** Who vouches for a value, where that can be read, for what day, and when it was changed after its record came in. */
export interface ValueSource {
  readonly source: string;
  readonly sourceUrl: string | null;
  readonly asOf: string | null;
  readonly changedAt: string | null;
}

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
 * The source of a value. A value that was edited after its record came in is the editor's, with the day of the edit; all
 * others are of the record's source, which vouches for them on the day that the layout's `asOf` field holds. `open` reads
 * a field of the record.
 */
export function valueSource(
  provenance: Provenance | undefined,
  open: (apiName: string | undefined) => unknown,
  written: WrittenBy | undefined,
): ValueSource {
  const words = written ? writerWords(written.origin) : null;
  const isLater = written !== undefined && written.version > 1;
  const changedAt = isLater ? String(written.at) : null;
  if (words !== null && (isLater || open(provenance?.source) === undefined))
    return { source: words, sourceUrl: null, asOf: changedAt?.slice(0, 10) ?? null, changedAt };
  const imported = written?.origin.startsWith('import:') ? `导入“${sourceOf(written.origin)}”` : null;
  return {
    source: text(open(provenance?.source)) ?? imported ?? '平台收录',
    sourceUrl: text(open(provenance?.sourceUrl)),
    asOf: text(open(provenance?.asOf)),
    changedAt,
  };
}
