import type { ListQuery, RecordRow } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import { holding } from '#shared/conditions/in-group.ts';
import { recordValue } from '#client/lib/record-value.ts';
import type { Source } from './sources.ts';

/** Which records of the object on screen have any that the source leads to. */
export function ownersOf({ objectApiName, link: { fields = [], of, through } }: Source): Condition {
  if (of !== undefined) return { field: of, op: 'notEmpty' };
  return {
    exists: through ? { objectApiName: through.objectApiName, fields: through.from } : { objectApiName, fields },
  };
}

/** Some links to one record in a condition. */
function anyHolding(object: ObjectDefinition, names: readonly string[], id: string): Condition {
  const or = names.flatMap((name) => {
    const field = findField(object, name);
    return field ? [holding(field, id)] : [];
  });
  const [only] = or;
  return or.length === 1 && only ? only : { or };
}

/** The records that the source leads to from one record, as a list is asked for them; `pointing` holds the links. */
export function membersOf(
  { link: { fields = [], of, through } }: Source,
  pointing: ObjectDefinition,
  owner: RecordRow,
): Pick<ListQuery, 'filter' | 'ids'> {
  if (of !== undefined) {
    const value = recordValue(owner, of);
    const links = [value].flat() as readonly ({ readonly id: string } | null | undefined)[];
    return { ids: links.flatMap((link) => link?.id ?? []) };
  }
  if (!through) return { filter: anyHolding(pointing, fields, owner.id) };
  const { objectApiName, from, to } = through;
  return { filter: { exists: { objectApiName, fields: to, filter: anyHolding(pointing, from, owner.id) } } };
}
