import { Type, type TSchema } from 'typebox';

/**
 * What a schema of the metadata language says beside its types, so that the screens of staff follow from it: `title` and
 * `description` are the Chinese label and help, and these keywords are our own.
 */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  /** How the property is chosen where its type does not say it; see `control` in schemas/api/metadata-editing.ts. */
  readonly 'x-control'?: string;
  /** Asked for wherever it means something, although a definition without it can be read. */
  readonly 'x-required'?: boolean;
  /** Chinese names of the values of a union, by value. */
  readonly 'x-labels'?: Readonly<Record<string, string>>;
  /** Section of the form that shows the property; a property that names none is in the first. */
  readonly 'x-group'?: string;
  /** Asked for when a thing is made, not only when it is refined; holds for all that an object of this schema has. */
  readonly 'x-first'?: boolean;
  /** The property means something only while another one holds one of these values. */
  readonly 'x-only'?: { readonly property: string; readonly values: readonly string[] };
  /** Name of the form for objects of this schema, where they are parts of a greater one. */
  readonly 'x-kind'?: string;
  readonly [keyword: PropertyKey]: unknown;
}

/** Options of a schema: its title, and what else is to be said of it. */
export const says = (title: string, more: Annotations = {}): Annotations => ({ title, ...more });

/** A schema that several properties share, with what is to be said of one of them. Its type stays what it is. */
export const titled = <Schema extends TSchema>(schema: Schema, title: string, more: Annotations = {}): Schema =>
  Type.With(schema, says(title, more)) as unknown as Schema;
