import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ValueOrigin } from '#server/core/records/history-queries.ts';
import { valueSource } from '#server/core/records/value-source.ts';

/** Two records of one object, one of which is to be both. */
export interface Pair {
  readonly survivor: { readonly id: string; readonly values: RecordValues };
  readonly loser: { readonly id: string; readonly values: RecordValues };
}

/** Whose value of a field is proposed, and why, in Chinese. */
export interface Preferred {
  readonly side: 'survivor' | 'loser';
  readonly why: string;
}

export const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Which of two values of a field is proposed: the one of the source that the layout ranks higher, else the one that was
 * vouched for later, else the one of the record in which more is filled in, else the survivor's.
 */
export function preference(
  object: CatalogObject,
  { survivor, loser }: Pair,
  origins: readonly ValueOrigin[],
): (apiName: string) => Preferred {
  const { provenance } = object.definition.layouts.detail;
  const ranked = provenance?.sourceRank ?? [];
  // What an undo sets back is as old as it was: the source of the record speaks for it again.
  const writes = origins.filter(({ origin }) => !origin.startsWith('undo:'));
  const written = new Map(writes.map((write) => [`${write.id} ${write.field}`, write]));
  const fields = object.fields.filter((field) => !isAutomatic(field));
  const filled = ({ values }: Pair['survivor']) => fields.filter(({ apiName }) => !isEmpty(values[apiName])).length;
  const [keptCount, goneCount] = [filled(survivor), filled(loser)];

  return (apiName) => {
    const [kept, gone] = [sourced(survivor, apiName), sourced(loser, apiName)];
    if (kept.rank !== gone.rank) {
      const isKept = kept.rank < gone.rank;
      const [better, other] = isKept ? [kept, gone] : [gone, kept];
      return sideOf(isKept, `来源“${better.source}”优先于“${other.source}”`);
    }
    if (kept.asOf !== gone.asOf) {
      const isKept = kept.asOf > gone.asOf;
      const [later, other] = isKept ? [kept, gone] : [gone, kept];
      return sideOf(isKept, `日期较晚：${later.asOf}，另一条${other.asOf === '' ? '没有日期' : `为 ${other.asOf}`}`);
    }
    if (keptCount !== goneCount) {
      const [most, least] = [Math.max(keptCount, goneCount), Math.min(keptCount, goneCount)];
      return sideOf(keptCount > goneCount, `所在记录填写得更完整：${most} 项，另一条 ${least} 项`);
    }
    return sideOf(true, '来源、日期和完整程度相同，采用保留的记录');
  };

  function sourced({ id, values }: Pair['survivor'], apiName: string) {
    const read = (name: string | undefined) => (name === undefined ? undefined : values[name]);
    const { source, asOf } = valueSource(provenance, read, written.get(`${id} ${apiName}`));
    const rank = ranked.indexOf(source);
    return { source, asOf: asOf ?? '', rank: rank < 0 ? ranked.length : rank };
  }
}

const sideOf = (isKept: boolean, why: string): Preferred => ({ side: isKept ? 'survivor' : 'loser', why });
