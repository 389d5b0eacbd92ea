import type { QualityTile } from '#schemas/api/quality.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { checkedCounts, findingCounts } from './queries.ts';
import { isRecent } from './tiles.ts';

/** The view that the list of problems is read from, and the field that tells their kinds apart. */
const SOURCE = 'quality_finding_list';
const KIND = 'kind';
/** What was wrong in values that are worked out of others, and was put right. */
const WRONG = 'wrongValue';

interface FindingTilesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalog: Catalog;
}

/** A tile for each kind of problem that the list of problems has an option for, with its label and colour. */
export async function findingTiles(
  { database: { db }, catalog }: FindingTilesDeps,
  checkedAt: string | null,
  now: Date,
): Promise<QualityTile[]> {
  const object = catalog.objects.find(({ definition }) => definition.source === SOURCE);
  const options = object?.field(KIND)?.selectOptions ?? [];
  if (!object) return [];
  const counts = await findingCounts(db);
  const { checked, wrong } = await checkedCounts(db);
  const checkWords = `上次核对 ${checked} 条记录${wrong > 0 ? `，更正 ${wrong} 个值` : '，全部正确'}`;
  return options.map(({ value, label, tone }): QualityTile => {
    const filter = { field: KIND, op: 'in' as const, value: [value] };
    const link = `${object.definition.route ?? ''}${encodeListState({ ...DEFAULT_LIST_STATE, filter })}`;
    if (!isRecent(checkedAt, now))
      return { id: value, label, figure: null, note: '尚未检查，或最近两天没有完成检查', state: 'unknown', link };
    const rows = counts.get(value) ?? [];
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const parts = rows.map(({ object: name, count }) => `${catalog.find(name)?.definition.label ?? name} ${count}`);
    const note = value === WRONG ? checkWords : parts.join('，') || '没有发现';
    const state = total === 0 ? 'good' : tone === 'bad' ? 'bad' : 'warn';
    return { id: value, label, figure: `${total} 条`, note, state, link };
  });
}
