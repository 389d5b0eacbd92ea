import dayjs from 'dayjs';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isDateText, lastDay } from './field-types/date.ts';
import { isDated } from './field-types/registry.ts';

/** Days after an event from which a record of it that comes in is no news any more. */
const BACKDATED_DAYS = 30;

/** The field that says when the event of a record happened: the date by which its list is ordered; undefined where it is not. */
export function eventField({
  fields,
  layouts,
}: Pick<ObjectDefinition, 'fields' | 'layouts'>): FieldDefinition | undefined {
  const first = layouts.list.sort[0]?.field;
  return fields.find((field) => field.apiName === first && isDated(field));
}

/**
 * True for a record that was stored here long after its event: it is never presented as new. `event` is a date (a year or a
 * month ends on its last day) or an instant, `ingestedAt` an instant; without both nothing is said.
 */
export function isBackdated(event: unknown, ingestedAt: unknown): boolean {
  if (typeof event !== 'string' || typeof ingestedAt !== 'string') return false;
  const day = isDateText(event) ? lastDay(event) : event.slice(0, 10);
  return dayjs(ingestedAt.slice(0, 10)).diff(day, 'day') > BACKDATED_DAYS;
}
