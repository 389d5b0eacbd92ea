import type { DetailBlock } from '#generators/detail-blocks.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Lack } from '#client/features/records/blocks/chart-store.ts';
import type { RecordDetailStore } from './record-detail-store.ts';

/** Closed to this person and not said in its place, as sealed values are. */
const isWithheld = (store: RecordDetailStore, field: FieldDefinition): boolean =>
  store.isLocked(field.apiName) && !isSealed(field) && store.masked(field.apiName) === undefined;

/** Is a field without anything known, and none of a record whose every field says something by being empty? */
const isBlank = (store: RecordDetailStore, { apiName }: FieldDefinition): boolean =>
  !store.isLocked(apiName) && !store.isKnown(apiName) && !(store.definition && isSystem(store.definition));

/** The fields of a section that are to be read: neither closed nor, until asked for, empty. */
export const shownFields = (store: RecordDetailStore, fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter((field) => !isWithheld(store, field) && (store.isWhole || !isBlank(store, field)));

/** Is there something of a block to be read? */
export function isShown(store: RecordDetailStore, block: DetailBlock): boolean {
  const { blocks } = store;
  if (block.kind === 'section') return shownFields(store, block.section.fields).length > 0;
  if (store.isPart || blocks.keyTo(block)) return false;
  return store.isWhole || blocks.lackOf(block) === undefined;
}

/** What of the tab on screen has nothing in it, and the charts over too little to compare (`fewCharts`). */
export function hiddenParts(
  store: RecordDetailStore,
): Readonly<Record<'fields' | 'lists' | 'charts' | 'fewCharts', number>> {
  const { blocks } = store;
  const all = blocks.tab?.blocks ?? [];
  const closed = (block: DetailBlock) => store.isPart || blocks.keyTo(block) !== undefined;
  const lacking = (lack: Lack) => all.filter((block) => !closed(block) && blocks.lackOf(block) === lack);
  const empty = lacking('records');
  const fields = all.flatMap((block) => (block.kind === 'section' ? block.section.fields : []));
  return {
    fields: fields.filter((field) => isBlank(store, field)).length,
    lists: empty.filter(({ kind }) => kind === 'related').length,
    charts: empty.filter(({ kind }) => kind === 'chart').length,
    fewCharts: lacking('groups').length,
  };
}

/** What members see and this person does not: names of what it is, and how many fields, lists and charts in all. */
export function lockedParts(store: RecordDetailStore): { labels: readonly string[]; count: number } {
  const { blocks } = store;
  const parts = blocks.tabs
    .flatMap((tab) => tab.blocks)
    .flatMap((block): { labels: string[]; count: number }[] => {
      if (block.kind === 'section') {
        const { fields, label } = block.section;
        const locked = fields.filter((field) => isWithheld(store, field) && store.isForMembers(field.apiName));
        if (locked.length === 0) return [];
        const isMost = locked.length * 2 >= fields.length;
        return [{ labels: isMost ? [label] : locked.map((field) => field.label), count: locked.length }];
      }
      return store.isPart || blocks.keyTo(block) === 'membership' ? [{ labels: [block.label], count: 1 }] : [];
    });
  return {
    labels: [...new Set(parts.flatMap(({ labels }) => labels))],
    count: parts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Lists and charts of the tab on screen that are there for users with an account, by name. */
export const unsignedParts = ({ blocks }: RecordDetailStore): readonly string[] =>
  (blocks.tab?.blocks ?? []).filter((block) => blocks.keyTo(block) === 'account').map(({ label }) => label);
