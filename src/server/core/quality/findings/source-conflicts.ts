import { daysFrom } from '#shared/time/days.ts';
import { firstDay } from '#generators/field-types/date.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { showsLinks } from '#generators/field-types/registry.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { statedValue } from '#server/core/derived/choose.ts';
import type { StatedByRecord } from '#server/core/derived/counted-values.ts';
import type { KeptStated } from '#server/core/derived/stated-queries.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import { differ, valueWords } from '#server/core/quality/stated-differences.ts';
import { type Finding, finding } from './finding.ts';

/** Values that sources state for days further apart than this may well differ. */
const DAYS_APART = 180;

const dayOf = ({ asOf, seenAt }: KeptStated): string => firstDay((asOf ?? seenAt).slice(0, 10));
const said = (field: FieldDefinition, stated: KeptStated): string =>
  `${stated.source}：${valueWords(field, statedValue(field, stated))}${stated.asOf === null ? '' : `（${stated.asOf}）`}`;

/** The newest statement and another one of about the same time that differs from it; undefined where all agree. */
function conflict(field: FieldDefinition, stated: readonly KeptStated[]): readonly KeptStated[] | undefined {
  const [newest, ...others] = stated.filter(({ pinned }) => !pinned);
  const other = others.find(
    (one) =>
      newest &&
      one.source !== newest.source &&
      Math.abs(daysFrom(dayOf(one), dayOf(newest))) <= DAYS_APART &&
      differ(field, statedValue(field, newest), statedValue(field, one)),
  );
  return newest && other && [newest, other];
}

/** Values of which two sources state something else for about the same time. */
export function sourceConflicts(
  object: CatalogObject,
  records: readonly PlainRecord[],
  stated: StatedByRecord,
): Finding[] {
  return records.flatMap((record) =>
    [...(stated.get(record.id) ?? [])].flatMap(([apiName, rows]) => {
      const field = object.field(apiName);
      const two = field && !showsLinks(field) ? conflict(field, rows) : undefined;
      if (!field || !two) return [];
      return [finding('sourceConflict', object, record, field, two.map((one) => said(field, one)).join('；'))];
    }),
  );
}
