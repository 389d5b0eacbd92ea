import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { firstDay, lastDay } from '#generators/field-types/date.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { type PlainRecord, plainRecords } from '#server/core/records/queries.ts';
import { type Finding, finding, recordName } from './finding.ts';
import { idsLinkingTo } from './queries.ts';

/** An event of a parent: when it was, as far as that is known, and its place among the steps. */
interface DatedEvent {
  readonly id: string;
  readonly name: string;
  readonly date: string | undefined;
  readonly step: string | undefined;
  /** Place among the steps that come one after another; undefined for one that may come at any time. */
  readonly place: number | undefined;
}

const day = (date: string): string => date.slice(0, 10);
const described = ({ name, date }: DatedEvent): string => `“${name}”${date === undefined ? '' : `（${day(date)}）`}`;

/** Could each of two dates be before the other? */
const overlap = (one: string, other: string): boolean =>
  firstDay(day(one)) <= lastDay(day(other)) && firstDay(day(other)) <= lastDay(day(one));

/** What keeps an event from having one place among the others of its parent; undefined where it has one. */
function orderProblem(event: DatedEvent, others: readonly DatedEvent[]): string | undefined {
  const { date, place } = event;
  if (others.length === 0) return undefined;
  if (date === undefined) return `没有日期，无法与${described(others[0] as DatedEvent)}排出先后`;
  const dated = others.filter((other): other is DatedEvent & { date: string } => other.date !== undefined);
  const ahead = dated.find(
    (other) =>
      place !== undefined &&
      other.place !== undefined &&
      other.place > place &&
      lastDay(day(other.date)) < firstDay(day(date)),
  );
  if (ahead) return `${day(date)} 的“${event.step}”晚于“${ahead.step}”：${described(ahead)}`;
  // Two steps that come one after another are in order, however little is known of their days.
  const hasOrder = (other: DatedEvent) => place !== undefined && other.place !== undefined && place !== other.place;
  const unclear = dated.find((other) => day(date).length < 10 && overlap(date, other.date) && !hasOrder(other));
  return unclear && `日期只到${day(date).length === 4 ? '年' : '月'}，无法与${described(unclear)}排出先后`;
}

/** Records whose place among those of the same parent is not known, or contradicts their steps. */
export async function unclearOrder(
  trx: Db,
  object: CatalogObject,
  records: readonly PlainRecord[],
): Promise<Finding[]> {
  const { definition, table } = object;
  const { of = '', date = '', step = '', steps = [] } = definition.quality?.order ?? {};
  const [parent, dateField, stepField] = [object.field(of), object.field(date), object.field(step)];
  const name = object.field(definition.nameField);
  if (!parent || !dateField) return [];
  const parents = [...new Set(records.flatMap(({ values }) => linkIds(values[of])))];
  const ids = await idsLinkingTo(trx, table, of, parents);
  const fields = [parent, dateField, stepField, name].filter((field): field is FieldDefinition => field !== undefined);
  const siblings = await plainRecords(trx, { table, fields }, ids);
  const event = (record: PlainRecord): DatedEvent => {
    const value = record.values[step] as string | undefined;
    const at = value === undefined ? -1 : steps.indexOf(value);
    return {
      id: record.id,
      name: recordName(object, record),
      date: record.values[date] as string | undefined,
      step: value === undefined || !stepField ? undefined : fieldType(stepField).toText(value, stepField),
      place: at < 0 ? undefined : at,
    };
  };
  const events = Map.groupBy(siblings, ({ values }) => linkIds(values[of])[0] ?? '');
  return records.flatMap((record) => {
    const own = events.get(linkIds(record.values[of])[0] ?? '') ?? [];
    const problem = orderProblem(event(record), own.filter(({ id }) => id !== record.id).map(event));
    return problem === undefined ? [] : [finding('unclearOrder', object, record, dateField, problem)];
  });
}
