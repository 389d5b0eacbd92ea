import type { BoardLayout } from '#schemas/metadata/board.ts';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { optionSetName } from '#generators/options.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { fieldType, isFile } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import {
  decideAudience,
  decideDefinition,
  decideOn,
  isShownTo,
  mayReadField,
  maySeeSome,
} from '#shared/policy/decide.ts';
import { isOffered } from './action-policy.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogObject } from './catalog-object.ts';

/** Trees are large and shared: screens read them once from their option set. */
const withoutTree = (field: FieldDefinition): FieldDefinition => {
  if (fieldType(field).options !== 'tree') return field;
  const { selectOptions: _tree, ...rest } = field;
  return rest;
};

/** A field whose values this user reads. What hides some of them is for staff to know. */
function shownField(field: FieldDefinition, actor: Actor): FieldDefinition {
  if (isStaff(actor) || field.config?.limits === undefined) return withoutTree(field);
  const { limits: _limits, ...config } = field.config;
  return withoutTree({ ...field, config });
}

/** The live fields whose values this person may read. */
export function readableFields(object: CatalogObject, actor: Actor): FieldDefinition[] {
  return object.fields.filter((field) => mayReadField(actor, field));
}

/**
 * The fields whose values a list may give this user, as column, filter or order. Where the details are closed to the user
 * these are the fields that the layout shows to everyone, the picture beside the name among them, and when a record was
 * created and last changed: a list of all columns would give the details away.
 * What is sealed is in no list of any user.
 */
export const listableFields = (object: CatalogObject, actor: Actor): readonly FieldDefinition[] =>
  withSystemFields(
    object.definition,
    ofList(
      object,
      readableFields(object, actor).filter((field) => !isSealed(field)),
      actor,
    ),
  );

/** Fields whose values a list gives this user on some of its records, as columns alone. */
export const partlyListed = (object: CatalogObject, actor: Actor): readonly FieldDefinition[] =>
  ofList(
    object,
    object.fields.filter((field) => maySeeSome(actor, field)),
    actor,
  );

function ofList({ definition }: CatalogObject, fields: readonly FieldDefinition[], actor: Actor) {
  const { access, layouts, nameField } = definition;
  if (decideAudience(actor, access, access.detail === 'owner' ? 'member' : access.detail) === null) return fields;
  const { columns, filters, sort } = layouts.list;
  const logo = layouts.detail.logo ?? [];
  const open = new Set([nameField, logo, columns, filters, sort.map(({ field }) => field)].flat());
  return fields.filter((field) => open.has(field.apiName));
}

/** The actions that a user is offered; nothing for an object that has none and is no system object. */
function openActions({ definition, isSystem }: CatalogObject, actor: Actor): { actions?: ObjectAction[] } {
  const { actions } = definition;
  return actions || isSystem ? { actions: (actions ?? []).filter((action) => isOffered(action, actor)) } : {};
}

type Displays = Pick<ListView, 'board' | 'calendar' | 'gallery' | 'dashboard'>;

/** The other looks of a list, as far as the user may read it; a board only where its columns are open and cards may be moved. */
function openDisplays(object: CatalogObject, actor: Actor, readable: ReadonlySet<string>): Displays {
  const { board, calendar, gallery, dashboard } = object.definition.layouts;
  const mover = openActions(object, actor).actions?.some(({ id }) => id === board?.move);
  const isBoard = board && readable.has(board.by) && (board.move === undefined || mover);
  const open = (name: string | undefined) => (name !== undefined && readable.has(name) ? name : undefined);
  const charts = dashboard?.charts.filter(({ by, sum = by }) => readable.has(by) && readable.has(sum)) ?? [];
  return {
    ...(isBoard && { board: openBoard(board, open) }),
    ...(calendar && readable.has(calendar.date) && { calendar: kept({ ...calendar, badge: open(calendar.badge) }) }),
    ...(gallery && {
      gallery: kept({
        picture: open(gallery.picture),
        badge: open(gallery.badge),
        facts: gallery.facts?.filter((name) => readable.has(name)),
      }),
    }),
    ...(dashboard && charts.length > 0 && { dashboard: { ...dashboard, charts } }),
  };
}

function openBoard(board: BoardLayout, open: (name: string | undefined) => string | undefined): BoardLayout {
  const { card, due, sum, ...rest } = board;
  return {
    ...rest,
    ...kept({ due: open(due), sum: open(sum) }),
    card: card.filter((name) => open(name) !== undefined),
  };
}

/** What is there of it. */
const kept = <Part extends object>(part: Part): { [Key in keyof Part]: Exclude<Part[Key], undefined> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never;

/** What a list needs to know of an object, for this person. */
export function listView(object: CatalogObject, actor: Actor): ListView {
  const { apiName, label, description, empty, measureWord, version, nameField, layouts } = object.definition;
  const fields = listableFields(object, actor).map((field) => shownField(field, actor));
  const partly = partlyListed(object, actor).map((field) => shownField(field, actor));
  const readable = new Set(fields.map((field) => field.apiName));
  const isEditable = !object.isSystem && decideOn(actor, object.definition, 'edit') === null;
  const live = (names: readonly string[]) => names.filter((name) => readable.has(name));
  const groups = layouts.detail.sections
    .map((section) => ({ label: section.label, fields: live(section.fields) }))
    .filter((section) => section.fields.length > 0);
  return {
    objectApiName: apiName,
    label,
    version,
    nameField,
    ...(layouts.detail.logo !== undefined && readable.has(layouts.detail.logo) && { logo: layouts.detail.logo }),
    fields,
    ...(groups.length > 0 && { groups }),
    ...(partly.length > 0 && { partly }),
    columns: layouts.list.columns.filter(
      (name) => readable.has(name) || partly.some(({ apiName }) => apiName === name),
    ),
    filters: live(layouts.list.filters),
    sort: layouts.list.sort.filter((sort) => readable.has(sort.field)),
    ...(!object.isSystem && isMember(actor) && { hasNotes: true }),
    ...(empty !== undefined && { empty }),
    ...(measureWord !== undefined && { measureWord }),
    ...openActions(object, actor),
    ...openDisplays(object, actor, readable),
    ...(isEditable && { editable: true as const }),
    ...(object.isSystem && description !== undefined && { description }),
  };
}

/** What may be uploaded to a file field: members of a company bring a plan that they read by a way of its own. */
function uploadTerms(field: FieldDefinition): FieldDefinition['config'] {
  const { accept, maxSize, watermark, help } = field.config ?? {};
  if (!isFile(field)) return {};
  return {
    ...(accept !== undefined && { accept }),
    ...(maxSize !== undefined && { maxSize }),
    ...(watermark !== undefined && { watermark }),
    ...(help !== undefined && { help }),
  };
}

/** A field that a user may not read, as it travels: enough for a screen to leave its place and run its rules. */
function closedField(field: FieldDefinition): FieldDefinition {
  const { apiName, type, label, config, targetApiName, removed } = field;
  const { visibleTo, sealed, private: isPrivate, expression, resultType } = config ?? {};
  return {
    apiName,
    type,
    label,
    selectOptions: [],
    ...(targetApiName !== undefined && { targetApiName }),
    ...(removed !== undefined && { removed }),
    config: {
      ...(visibleTo !== undefined && { visibleTo }),
      ...(sealed !== undefined && { sealed }),
      ...(isPrivate !== undefined && { private: isPrivate }),
      ...(expression !== undefined && { expression }),
      ...(resultType !== undefined && { resultType }),
      ...uploadTerms(field),
    },
  };
}

/** The layouts with the sections that are for this user. */
function shownLayouts({ detail, form, ...others }: ObjectDefinition['layouts'], actor: Actor) {
  const shown = (sections: Section[]) => sections.filter((section) => isShownTo(actor, section));
  return {
    ...others,
    detail: { ...detail, sections: shown(detail.sections) },
    form: { ...form, sections: shown(form.sections) },
  };
}

/** The definition as screens get it: options filled in, trees left out, and of closed fields no more than their names. */
export function objectView(object: CatalogObject, actor: Actor): ObjectDefinition {
  const fields = object.definition.fields.map((field) => {
    if (mayReadField(actor, field) || maySeeSome(actor, field)) return shownField(field, actor);
    // The owner of a record fills its sealed fields.
    return isSealed(field) ? { ...withoutTree(field), selectOptions: [] } : closedField(field);
  });
  const layouts = shownLayouts(object.definition.layouts, actor);
  // Tests are read where rules are edited, and nowhere else.
  const rules = object.definition.rules.map(({ tests: _tests, ...rule }) => rule);
  // What hides records is for staff to know: it names what they hold.
  const { limits, ...access } = object.definition.access;
  const shown = isStaff(actor) && limits ? { ...access, limits } : access;
  return { ...object.definition, access: shown, fields, rules, layouts, ...openActions(object, actor) };
}

/** @throws Failure SESSION_INVALID, VIP_REQUIRED or FORBIDDEN where this person may not know what an object is made of. */
export function refuseClosedObject({ definition }: CatalogObject, actor: Actor): void {
  const refused = decideDefinition(actor, definition);
  if (refused) throw new Failure(refused);
}

/** @throws Failure FORBIDDEN for staff who have no duty that sees to the records of an object. */
export function refuseOffDuty({ definition }: CatalogObject, actor: Actor): void {
  const refused = decideAudience(actor, definition.access, 'staff');
  if (refused) throw new Failure(refused);
}

/**
 * Does an option set belong to nothing but objects and fields that are closed to this person? A list of what a feature keeps
 * closes none: users may be asked for what staff alone read, as the types of a report are.
 */
export function isClosedOptionSet(catalog: Catalog, name: string, actor: Actor): boolean {
  const users = catalog.storedObjects.flatMap(({ definition, fields }) =>
    fields.filter((field) => optionSetName(field) === name).map((field) => ({ definition, field })),
  );
  return (
    users.length > 0 &&
    users.every(
      ({ definition, field }) =>
        decideDefinition(actor, definition) !== null || (!mayReadField(actor, field) && !isSealed(field)),
    )
  );
}
