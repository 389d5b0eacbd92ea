import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import { FIELD_TYPES } from '#schemas/generated/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';

/*
 * Between a fragment of a definition (a field, a rule, a section …) and the values of its form. Nothing here reads a schema,
 * so that screens can use it.
 */

type Fragment = Readonly<Record<string, unknown>>;

/** Does a value of the type travel as text? What is typed for it is then never read as JSON. */
const travelsAsText = (type: unknown): boolean =>
  FIELD_TYPES.some((name) => {
    const { kind } = fieldType({ type: name });
    return name === type && ['text', 'decimal', 'date', 'instant'].includes(kind);
  });

const isObject = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function at(fragment: Fragment, path: readonly string[]): unknown {
  let value: unknown = fragment;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return value;
}

/** Undefined takes the key away, and with it a group that it leaves empty. */
function put(fragment: Fragment, [key = '', ...rest]: readonly string[], value: unknown): Fragment {
  const { [key]: before, ...others } = fragment;
  if (rest.length === 0) return value === undefined ? others : { ...fragment, [key]: value };
  const group = put(isObject(before) ? before : {}, rest, value);
  if (before === undefined && value === undefined) return fragment;
  return value === undefined && Object.keys(group).length === 0 ? others : { ...fragment, [key]: group };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A value of any type as text that `fromText` reads back: texts as they are, everything else as JSON. */
const toText = (value: unknown, isText: boolean): string => {
  if (typeof value === 'string' && (isText || parsed(value) === value)) return value;
  return JSON.stringify(value);
};
const fromText = (text: string, isText: boolean): unknown => (isText ? text : parsed(text));

const WRITTEN: ReadonlySet<string | undefined> = new Set(['value', 'json', 'condition']);
const isWritten = (control: string | undefined): boolean => WRITTEN.has(control);

/** The values of a form that a fragment has; parts with forms of their own are left out. */
export function toFormValues({ parts }: LanguageForm, fragment: Fragment): Record<string, unknown> {
  const isText = travelsAsText(fragment['type']);
  return Object.fromEntries(
    parts.flatMap(({ field, path, control }) => {
      const value = field === undefined ? undefined : at(fragment, path);
      if (field === undefined || value === undefined) return [];
      return [[field, isWritten(control) ? toText(value, isText) : value]];
    }),
  );
}

/**
 * A fragment with the values of its form put in: null takes a property away, a value that is not named stays as in
 * `base`, and so do parts with forms of their own.
 */
export function fromFormValues(
  { parts }: LanguageForm,
  values: Fragment,
  base: Fragment = {},
): Record<string, unknown> {
  const isText = travelsAsText(values['type'] ?? base['type']);
  let fragment = base;
  for (const { field, path, control, keepsEmpty } of parts) {
    if (field === undefined || !(field in values)) continue;
    const value = values[field] ?? (keepsEmpty ? [] : undefined);
    const isTyped = isWritten(control) && typeof value === 'string';
    fragment = put(fragment, path, isTyped ? fromText(value, isText) : value);
  }
  return { ...fragment };
}
