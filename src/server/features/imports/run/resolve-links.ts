import type { FieldValue } from '#schemas/metadata/value.ts';
import { isList } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import { idsByKeys } from '#server/core/records/key-queries.ts';
import { idsByNames } from '#server/core/records/queries.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { DuplicateFinder } from '#server/core/duplicates/duplicate-finder.ts';
import { storedKey } from '#server/features/imports/transform/cell-text.ts';
import { type Fault, type PreparedRow, readField } from '#server/features/imports/transform/prepare-row.ts';
import { partRefused } from '#server/features/imports/transform/refused-value.ts';
import type { LinkPlan } from '#server/features/imports/transform/row-plan.ts';

/** What links are looked up and made with, inside the transaction of a slice. */
export interface LinkTools {
  readonly trx: Db;
  readonly writer: RecordWriter;
  readonly catalog: Catalog;
  readonly duplicates: DuplicateFinder;
  readonly context: WriteContext;
}

/** Where the texts of one link lead. */
interface Found {
  readonly ids: ReadonlyMap<string, string>;
  readonly reasons: ReadonlyMap<string, string>;
  readonly made: readonly MadeRecord[];
}

/** A record that was made because a row links to it. */
export interface MadeRecord {
  readonly object: string;
  readonly source: string;
  readonly key: string;
}

/** A row with its links in its values. */
export interface LinkedRow {
  readonly row: PreparedRow;
  readonly values: Record<string, FieldValue>;
  readonly faults: Fault[];
  /** A link that cannot be made costs the row. */
  readonly refused: boolean;
}

/** Looks up the links of a slice, a few queries for all rows together, and makes the records that the mapping lets it make. */
export async function resolveLinks(rows: readonly PreparedRow[], links: readonly LinkPlan[], tools: LinkTools) {
  const made: MadeRecord[] = [];
  const found = new Map<LinkPlan, Found>();
  for (const link of links) {
    const answer = await find(link, rows, tools);
    found.set(link, answer);
    made.push(...answer.made);
  }
  return { rows: rows.map((row) => linked(row, found)), made };
}

/** The natural key under which a link finds or makes its record: the text itself, or one that says it was a name. */
const keyOf = (link: LinkPlan, text: string): string => storedKey(link.by === 'key' ? text : `name:${text}`);

async function find(
  link: LinkPlan,
  rows: readonly PreparedRow[],
  { trx, writer, catalog, context }: LinkTools,
): Promise<Found> {
  const wantedBy = new Map<string, PreparedRow>();
  for (const row of rows) {
    for (const { link: own, texts } of row.wanted) {
      if (own === link) for (const text of texts) if (!wantedBy.has(text)) wantedBy.set(text, row);
    }
  }
  const texts = [...wantedBy.keys()];
  const reasons = new Map<string, string>();
  const ids = new Map<string, string>();
  if (texts.length === 0) return { ids, reasons, made: [] };
  const { apiName } = link.target;
  const byKey = async (wanted: readonly string[]): Promise<void> => {
    const keys = wanted.map((text) => keyOf(link, text));
    const known = await idsByKeys(trx, apiName, link.keySource, keys);
    for (const [index, text] of wanted.entries()) {
      const id = known.get(keys[index] ?? '');
      if (id !== undefined) ids.set(text, id);
    }
  };
  if (link.by === 'key') {
    await byKey(texts);
  } else {
    const byName = await idsByNames(trx, catalog.object(apiName), link.target.nameField, texts);
    for (const [name, [id = '', ...others]] of byName) {
      if (others.length === 0) ids.set(name, id);
      else reasons.set(name, `有 ${others.length + 1} 条记录都叫“${name}”，无法确定是哪一条`);
    }
    // One that was made by this name and renamed since is still the one.
    await byKey(texts.filter((text) => !byName.has(text)));
  }
  const absent = texts.filter((text) => !ids.has(text) && !reasons.has(text));
  if (!link.stub) {
    for (const text of absent) reasons.set(text, `没有找到${link.by === 'key' ? '编号' : '名称'}为“${text}”的记录`);
    return { ids, reasons, made: [] };
  }
  let waiting = absent.map((text) => ({ text, record: stubRecord(link, text, wantedBy.get(text)) }));
  const made: MadeRecord[] = [];
  while (waiting.length > 0) {
    const records = waiting.map(({ record }) => record);
    const outcomes = await writer.writeMany(apiName, link.keySource, records, context, trx);
    const again: typeof waiting = [];
    for (const [index, { text, record }] of waiting.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') {
        ids.set(text, outcome?.id ?? '');
        if (outcome?.status === 'created')
          made.push({ object: apiName, source: link.keySource, key: keyOf(link, text) });
        continue;
      }
      const less = withoutRefused(link, record, outcome.problems);
      if (less) again.push({ text, record: less });
      else reasons.set(text, `无法新建关联的记录：${problemText(link.target, outcome.problems)}`);
    }
    waiting = again;
  }
  return { ids, reasons, made };
}

/** The record without the values that were refused; undefined where one of them is its name, or is not the mapping's. */
function withoutRefused(
  { target, stub }: LinkPlan,
  record: IncomingRecord,
  problems: readonly Problem[],
): IncomingRecord | undefined {
  const values: Record<string, FieldValue> = { ...record.values };
  for (const { field } of problems) {
    const plan = stub?.find(({ apiName }) => apiName === field);
    if (!plan || field === target.nameField || !Object.hasOwn(values, field)) return undefined;
    const { kept } = partRefused(plan.field, values[field]);
    if (kept === undefined) delete values[field];
    else values[field] = kept;
  }
  return { ...record, values };
}

const problemText = ({ field: find }: Pick<LinkPlan['target'], 'field'>, problems: readonly Problem[]): string =>
  problems.map(({ field, message }) => `“${find(field)?.label ?? field}”${message}`).join('；');

function stubRecord(link: LinkPlan, text: string, row: PreparedRow | undefined): IncomingRecord {
  const values: Record<string, FieldValue> = { [link.target.nameField]: text };
  for (const field of link.stub ?? []) {
    // What cannot be read is left out: the record is made so that the link holds, and its own row may come later.
    const { value } = readField(row?.raw.cells ?? [], field);
    if (value !== undefined && value !== null) values[field.apiName] = value;
  }
  return { key: keyOf(link, text), values };
}

function linked(row: PreparedRow, found: ReadonlyMap<LinkPlan, Found>): LinkedRow {
  const values: Record<string, FieldValue> = { ...row.values };
  const faults: Fault[] = [...row.faults];
  let refused = false;
  for (const { link, texts } of row.wanted) {
    const { ids, reasons } = found.get(link) ?? { ids: new Map(), reasons: new Map() };
    const known = texts.flatMap((text) => (ids.has(text) ? [{ id: ids.get(text) ?? '' }] : []));
    const unknown = texts.filter((text) => !ids.has(text));
    if (known.length > 0) values[link.apiName] = link.many ? known : known[0];
    if (unknown.length > 0 && link.otherwise) {
      values[link.otherwise.apiName] = otherwiseValue(link, values[link.otherwise.apiName], unknown);
    } else {
      for (const text of unknown) {
        faults.push({
          field: link.apiName,
          column: link.source.name,
          value: text,
          reason: reasons.get(text) ?? '没有找到关联的记录',
        });
        if (!link.soft) refused = true;
      }
    }
  }
  return { row, values, faults, refused };
}

function otherwiseValue(link: LinkPlan, before: FieldValue, texts: readonly string[]): FieldValue {
  if (link.otherwise && isList(link.otherwise))
    return [...new Set([...(Array.isArray(before) ? (before as string[]) : []), ...texts])];
  return [before, ...texts].filter((text) => typeof text === 'string' && text !== '').join('、');
}
