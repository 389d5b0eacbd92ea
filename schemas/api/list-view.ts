import { Type, type Static } from 'typebox';
import { ObjectAction } from '#schemas/metadata/action.ts';
import { OTHER_DISPLAYS } from '#schemas/metadata/displays.ts';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { Sort } from '#schemas/metadata/sort.ts';
import { PointingObject } from './pointing-object.ts';

/** What a list needs to know of its object. Trees leave `selectOptions` out: see findChildOptions and optionSet. */
export const ListView = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  version: Type.Integer(),
  nameField: Type.String(),
  /** The picture beside the name, where the object has one and this user may see it. */
  logo: Type.Optional(Type.String()),
  fields: Type.Array(FieldDefinition),
  /** Columns alone: conditions hide their values on some records from this user. */
  partly: Type.Optional(Type.Array(FieldDefinition)),
  columns: Type.Array(Type.String()),
  filters: Type.Array(Type.String()),
  sort: Type.Array(Sort),
  /** How fields are grouped on the detail page, for choosing among them. */
  groups: Type.Optional(Type.Array(Type.Object({ label: Type.String(), fields: Type.Array(Type.String()) }))),
  /** Objects that a filter may ask about: those that have records of this list in a field. */
  pointing: Type.Optional(Type.Array(PointingObject)),
  /** A filter may ask what this user reads of notes on the records. */
  hasNotes: Type.Optional(Type.Boolean()),
  empty: Type.Optional(Type.String()),
  measureWord: Type.Optional(Type.String()),
  /** What a system object is, for its readers; an empty list of any object says `empty`. */
  description: Type.Optional(Type.String()),
  /** What this user may do with rows of a system object, where their conditions hold. */
  actions: Type.Optional(Type.Array(ObjectAction)),
  editable: Type.Optional(Type.Literal(true)),
  /** How else it is shown, as far as this user may read it; `move` and `undo` of a board are among the actions. */
  ...OTHER_DISPLAYS,
});
export type ListView = Static<typeof ListView>;
