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

/** 5 March 2024, 08:09:10: every part differs from the others, and one-digit parts show whether they are padded. */
const EXAMPLE: Readonly<Record<string, string>> = {
  YYYY: '2024',
  YY: '24',
  MM: '03',
  M: '3',
  DD: '05',
  D: '5',
  HH: '08',
  H: '8',
  mm: '09',
  ss: '10',
};

const PARTS = /YYYY|YY|MM|M|DD|D|HH|H|mm|ss|[\s\S]/gu;

/** A shape such as `M/D/YY` as a pattern over the whole text. */
function shapePattern(format: string): RegExp {
  const source = format.replace(
    PARTS,
    (part) => TOKENS[part] ?? part.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`),
  );
  return new RegExp(`^${source}$`);
}

const HOW_TO_WRITE =
  '年写作 YYYY 或 YY，月写作 MM 或 M，日写作 DD 或 D，时写作 HH 或 H，分写作 mm，秒写作 ss，例如 YYYY-MM-DD（2024-03-05）';

/** A date as a shape writes it: `3/5/24` for `M/D/YY`. */
export const formatExample = (format: string): string => format.replace(PARTS, (part) => EXAMPLE[part] ?? part);

/** Why a shape can read no date, in Chinese; undefined for a good one. */
export function formatFault(format: string): string | undefined {
  const parts = format.match(PARTS) ?? [];
  const kinds = parts.filter((part) => Object.hasOwn(TOKENS, part)).map((part) => (/[YMDH]/.exec(part) ?? [part])[0]);
  const has = (kind: string) => kinds.includes(kind);
  // A letter of a part that is no part was meant as one: `yyyy-mm-dd`.
  const isStray = parts.some((part) => /^[YMDHSymdhs]$/.test(part) && !Object.hasOwn(TOKENS, part));
  const isOrdered =
    has('Y') &&
    (has('M') || !has('D')) &&
    (has('D') || !has('H')) &&
    (has('H') || !has('mm')) &&
    (has('mm') || !has('ss'));
  if (!isStray && isOrdered && has('H') === has('mm') && new Set(kinds).size === kinds.length) return undefined;
  return `“${format}”不是日期格式：${HOW_TO_WRITE}`;
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
  const wanted = reading.formats?.map((format) => `${formatExample(format)}（${format}）`).join('或 ');
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
    return { reason: `日期应形如 ${wanted}` };
  };
}
