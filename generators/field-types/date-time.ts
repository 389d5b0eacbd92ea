import type { FieldType, Operand } from './field-type.ts';
import { dateBounds, dateFromText, isDateText } from './date.ts';
import { DATE_OPERATORS, FREE_TEXTS } from './parts.ts';

/** An instant, as ISO 8601 in UTC on the wire; shown in Asia/Shanghai. */
const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z$';

/** True for an instant whose day and time exist. */
export function isDateTimeText(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?Z$/.exec(text);
  if (!match?.[1] || !isDateText(match[1])) return false;
  return Number(match[2]) < 24 && Number(match[3]) < 60 && Number(match[4] ?? 0) < 60;
}

/** An instant in the one text form that sorts by time: `2024-01-01T08:00Z` → `2024-01-01T08:00:00.000Z`. */
export function fullInstant(text: string): string {
  const [, minutes, seconds = '00', fraction = ''] = /^(.{16})(?::(\d{2})(?:\.(\d{1,3}))?)?Z$/.exec(text) ?? [];
  return `${minutes}:${seconds}.${fraction.padEnd(3, '0')}Z`;
}

const instantOperand = (value: unknown): Operand =>
  typeof value === 'string' && (isDateText(value) || isDateTimeText(value))
    ? { value }
    : { reason: '应为存在的日期或时间' };

export const dateTime: FieldType = {
  type: 'dateTime',
  label: '日期时间',
  aliases: ['时间'],
  attributes: [
    'required',
    'earliest',
    'latest',
    'dateFormat',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'sortable',
    'width',
  ],
  operators: DATE_OPERATORS,
  kind: 'instant',
  readsFrom: FREE_TEXTS,
  group: 'period',
  align: 'start',
  width: 160,
  operand: instantOperand,
  schema: (field) => ({ type: 'string', format: 'instant', pattern: DATE_TIME_PATTERN, ...dateBounds(field) }),
  columns: (field) => [
    { name: field.apiName, sqlType: 'timestamptz', index: field.config?.sortable ? 'sorted' : undefined },
  ],
  sortColumn: (field) => field.apiName,
  toColumns: (value) => [value ?? null],
  fromColumns: ([value]) => (value === null ? undefined : value),
  fromText: (text) => {
    const trimmed = text.trim();
    if (isDateTimeText(trimmed)) return { value: trimmed };
    const match = /^(.*?)(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(trimmed);
    const day = dateFromText(match?.[1] ?? '', false);
    if (!('value' in day)) return { reason: '不是日期时间' };
    // People write local time, which here is Asia/Shanghai, eight hours ahead of UTC all year.
    const time = `${(match?.[2] ?? '0').padStart(2, '0')}:${match?.[3] ?? '00'}:${match?.[4] ?? '00'}`;
    const instant = `${day.value as string}T${time}Z`;
    return isDateTimeText(instant) ? { value: shanghaiToUtc(instant) } : { reason: '不是日期时间' };
  },
  toText: (value) => String(value ?? ''),
};

/** Moves an instant written in Shanghai time eight hours back, by calendar arithmetic only. */
function shanghaiToUtc(instant: string): string {
  const hour = Number(instant.slice(11, 13)) - 8;
  if (hour >= 0) return `${instant.slice(0, 11)}${String(hour).padStart(2, '0')}${instant.slice(13)}`;
  return `${dayBefore(instant.slice(0, 10))}T${String(hour + 24).padStart(2, '0')}${instant.slice(13)}`;
}

function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const pad = (value: number) => String(value).padStart(2, '0');
  if (date > 1) return `${day.slice(0, 8)}${pad(date - 1)}`;
  if (month === 1) return `${year - 1}-12-31`;
  const previous = `${year}-${pad(month - 1)}`;
  const last = [31, 30, 29, 28].find((candidate) => isDateText(`${previous}-${candidate}`));
  return `${previous}-${last}`;
}
