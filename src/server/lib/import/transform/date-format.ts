import type { DateReading } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ParsedText } from '#generators/field-types/field-type.ts';
import { fieldType } from '#generators/field-types/registry.ts';

const DEFAULT_PIVOT = 68;

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
};

/** A shape such as `M/D/YY` as a pattern over the whole text. */
function shapePattern(format: string): RegExp {
  const source = format.replace(
    /YYYY|YY|MM|M|DD|D|HH|H|mm|ss|[\s\S]/gu,
    (part) => TOKENS[part] ?? part.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`),
  );
  return new RegExp(`^${source}$`);
}

const pad = (part: string | undefined): string => (part ?? '').padStart(2, '0');

/** A reader of the dates of one field, for text that is not blank. What it makes of them the field type still judges. */
export function dateReader(field: FieldDefinition, reading: DateReading): (text: string) => ParsedText {
  const type = fieldType(field);
  const shapes = reading.formats?.map((format) => shapePattern(format));
  const pivot = reading.pivotYear ?? DEFAULT_PIVOT;
  const finish = (text: string): ParsedText => {
    const parsed = type.fromText(text, field);
    const first = reading.januaryFirst === 'year' && 'value' in parsed && String(parsed.value).endsWith('-01-01');
    return first ? { value: String((parsed as { value: unknown }).value).slice(0, 4) } : parsed;
  };
  if (!shapes) return finish;
  return (text) => {
    for (const shape of shapes) {
      const parts = shape.exec(text)?.groups;
      if (!parts) continue;
      const short = Number(parts['short']);
      const year = parts['year'] ?? String(short <= pivot ? 2000 + short : 1900 + short);
      const date = [year, parts['month'] && pad(parts['month']), parts['day'] && pad(parts['day'])]
        .filter(Boolean)
        .join('-');
      const time =
        parts['hour'] === undefined ? '' : ` ${pad(parts['hour'])}:${pad(parts['minute'])}:${pad(parts['second'])}`;
      return finish(date + time);
    }
    return { reason: `不是日期，应形如 ${reading.formats?.join(' 或 ')}` };
  };
}
