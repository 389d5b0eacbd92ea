import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isFile, isLinking, isList, valueType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { withResults } from '#generators/field-types/results.ts';
import { liveFields } from '#generators/object.ts';

type FindObject = (apiName: string) => ObjectDefinition | undefined;

/** A field of the record that a reference names. It is read by a look-up field of this object, which follows its changes. */
export interface Way {
  /** As a user writes it: `self.company.region`. */
  readonly path: string;
  /** 企业 › 地区 */
  readonly label: string;
  readonly reference: FieldDefinition;
  readonly taken: FieldDefinition;
  /** The look-up that reads it already. */
  readonly known: FieldDefinition | undefined;
}

/** What rules and formulas of an object may read over its references, one step far; nothing of objects that are not known yet. */
export function waysOf(object: Pick<ObjectDefinition, 'fields'>, find: FindObject): readonly Way[] {
  const fields = liveFields(object);
  return fields
    .filter((field) => isLinking(field) && !isList(field))
    .flatMap((reference) => {
      const target = find(reference.targetApiName ?? '');
      if (!target || target.kind !== undefined) return [];
      return liveFields(target)
        .filter((taken) => !isSealed(taken) && !isFile(taken) && !isFile({ type: valueType(taken).type }))
        .map((taken) => ({
          path: `self.${reference.apiName}.${taken.apiName}`,
          label: `${reference.label} › ${taken.label}`,
          reference,
          taken,
          known: fields.find(
            ({ config }) => config?.lookup?.reference === reference.apiName && config.lookup.field === taken.apiName,
          ),
        }));
    });
}

/** The object with the look-up that reads a way, in no layout until staff place it, and the name of that field. */
export function withLookup(
  object: ObjectDefinition,
  { reference, taken, known }: Way,
  freeName: (wanted: string) => string,
  find: FindObject,
): { readonly object: ObjectDefinition; readonly apiName: string } {
  if (known) return { object, apiName: known.apiName };
  const capital = taken.apiName.slice(0, 1).toUpperCase() + taken.apiName.slice(1);
  const apiName = freeName(`${reference.apiName}${capital}`.slice(0, 36));
  const labels = new Set(object.fields.map(({ label }) => label));
  const wanted = taken.label.startsWith(reference.label) ? taken.label : `${reference.label}${taken.label}`;
  const label = labels.has(wanted) ? `${wanted}（引用）` : wanted;
  const field: FieldDefinition = {
    apiName,
    type: 'lookup',
    label: label.slice(0, 200),
    config: { lookup: { reference: reference.apiName, field: taken.apiName } },
  };
  return { object: withResults({ ...object, fields: [...object.fields, field] }, find), apiName };
}

/** Every place of a text where one of the ways is written, as `self.company.region` or 企业 › 地区. */
export function wayIn(
  source: string,
  ways: readonly Way[],
): { readonly way: Way; readonly written: string } | undefined {
  const isIn = ({ apiName, label }: FieldDefinition) => source.includes(apiName) || source.includes(label);
  const named = new Set([...new Set(ways.map(({ reference }) => reference))].filter(isIn));
  for (const way of ways) {
    const { reference, taken } = way;
    if (!named.has(reference) || !isIn(taken)) continue;
    const names = ({ apiName, label }: FieldDefinition) => `(?:${escaped(label)}|${escaped(apiName)})`;
    const pattern = new RegExp(
      `(?<![\\p{Script=Han}\\w.])(?:self\\.)?${names(reference)}\\s*[›>．.]\\s*${names(taken)}(?![\\p{Script=Han}\\w])`,
      'u',
    );
    const [written] = pattern.exec(source) ?? [];
    if (written !== undefined) return { way, written };
  }
  return undefined;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
