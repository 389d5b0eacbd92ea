import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { isSourceSection } from '#generators/detail.ts';
import { findField } from '#generators/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';

const OTHER_SECTION = '其他信息';

/** Are two fields read for the same end: as an article, to get in touch, or because they are of one type? */
function isLike(field: FieldDefinition, other: FieldDefinition): boolean {
  const [one, two] = [fieldType(field), fieldType(other)];
  const isContact = ({ mask, isWebAddress }: typeof one) => mask !== undefined || isWebAddress === true;
  return one.type === two.type || (isContact(one) && isContact(two));
}

/** The section most of whose fields are like this one; the only one where there is no choice. */
function kindred(object: ObjectDefinition, sections: readonly Section[], field: FieldDefinition): Section | undefined {
  const open = sections.filter((section) => !isSourceSection(object, section));
  if (open.length === 1) return open[0];
  return open.find(({ fields }) => {
    const others = fields.flatMap((name) => findField(object, name) ?? []);
    return others.filter((other) => isLike(field, other)).length * 2 > others.length;
  });
}

/**
 * The sections of a layout with a field shown in them or hidden. A field that is new to them comes into the section that
 * is named, else to fields like it, else into a section of what belongs to none; never among those that say where a
 * record is from, which stay at the end.
 */
export function sectioned(
  object: ObjectDefinition,
  sections: readonly Section[],
  field: FieldDefinition,
  show: boolean | undefined,
  label: string | undefined,
): Section[] {
  const name = field.apiName;
  const present = sections.some((section) => section.fields.includes(name));
  if (present === (show ?? present)) return [...sections];
  if (present)
    return sections
      .map((section) => ({ ...section, fields: section.fields.filter((other) => other !== name) }))
      .filter((section) => section.fields.length > 0);
  const labelled = (wanted: string | undefined) => sections.find((section) => section.label === wanted);
  const into = labelled(label) ?? kindred(object, sections, field) ?? labelled(OTHER_SECTION);
  if (into) return sections.map((one) => (one === into ? { ...one, fields: [...one.fields, name] } : one));
  const sources = sections.findIndex((section) => isSourceSection(object, section));
  return sections.toSpliced(sources < 0 ? sections.length : sources, 0, { label: OTHER_SECTION, fields: [name] });
}
