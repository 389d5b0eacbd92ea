import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { readSchema, writeSchema } from './record-schemas.ts';
import {
  definitionOf,
  isNullable,
  optionLists,
  optionName,
  type Part,
  partOf,
  typeOf,
  valuesOf,
} from './schema-parts.ts';

/** What zod has no word for: lengths in code points, lists without repetition, parts that ask for one another. */
const HELPERS = `const length = (text: string): number => [...text].length;
const isUnique = (list: readonly unknown[]): boolean => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length;
const has = (value: object, name: string): boolean => (value as Record<string, unknown>)[name] !== undefined;
`;

const json = (value: unknown): string => JSON.stringify(value);
const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function textOf({ minLength, maxLength, pattern }: Part): string {
  const checks = [
    minLength !== undefined && `.refine((text) => length(text) >= ${minLength}, '至少 ${minLength} 个字符')`,
    maxLength !== undefined && `.refine((text) => length(text) <= ${maxLength}, '最多 ${maxLength} 个字符')`,
    pattern !== undefined && `.regex(new RegExp(${json(pattern)}, 'u'), '格式有误')`,
  ];
  return `z.string()${checks.filter(Boolean).join('')}`;
}

function numberOf({ minimum, maximum }: Part): string {
  const checks = [minimum !== undefined && `.min(${minimum})`, maximum !== undefined && `.max(${maximum})`];
  return `z.number().refine(Number.isInteger, '应为整数')${checks.filter(Boolean).join('')}`;
}

const listOf = ({ items = {}, maxItems, uniqueItems }: Part): string =>
  `z.array(${zodOf(items)})${maxItems === undefined ? '' : `.max(${maxItems})`}${uniqueItems ? `.refine(isUnique, '不能有重复项')` : ''}`;

/** What the parts of a group ask of one another, one condition each. */
function conditions({ dependentRequired = {}, dependentSchemas = {}, minProperties = 0 }: Part): string[] {
  const asks = Object.entries(dependentRequired).flatMap(([name, others]) =>
    others.map((other) => `!has(value, ${json(name)}) || has(value, ${json(other)})`),
  );
  const others = Object.entries(dependentSchemas).flatMap(([name, { properties = {}, anyOf }]) => [
    ...Object.keys(properties)
      .filter((other) => properties[other] === false)
      .map((other) => `!has(value, ${json(name)}) || !has(value, ${json(other)})`),
    ...(anyOf
      ? [
          [`!has(value, ${json(name)})`, ...anyOf.map(({ required }) => `has(value, ${json(required[0])})`)].join(
            ' || ',
          ),
        ]
      : []),
  ]);
  const least = minProperties > 0 ? [`Object.keys(value).length >= ${minProperties}`] : [];
  return [...asks, ...others, ...least];
}

function groupOf(part: Part): string {
  const { properties = {}, required = [], additionalProperties } = part;
  const lines = Object.entries(properties).map(
    ([name, value]) => `  ${json(name)}: ${indented(zodOf(value))}${required.includes(name) ? '' : '.optional()'},`,
  );
  const kind = additionalProperties === false ? 'strictObject' : 'looseObject';
  const checks = conditions(part).map((condition) => `.refine((value) => ${condition}, '内容不完整')`);
  return `z.${kind}({\n${lines.join('\n')}\n})${checks.join('')}`;
}

function valueOf(part: Part): string {
  const definition = definitionOf(part);
  if (definition !== undefined) return optionName(definition);
  const values = valuesOf(part)?.filter((value) => value !== null);
  if (values) return `z.enum(${json(values)})`;
  if (part.items) return listOf(part);
  if (part.properties) return groupOf(part);
  const jsonType = typeOf(part);
  if (jsonType === 'integer') return numberOf(part);
  return jsonType === 'boolean' ? 'z.boolean()' : textOf(part);
}

const zodOf = (part: Part): string => valueOf(part) + (isNullable(part) ? '.nullable()' : '');

/** The package that the generated text imports; this room does not. */
const PACKAGE = 'zod';

/** Validators of an object for zod 4, which take and refuse what its JSON Schemas do. */
export function zodText(object: ObjectDefinition): string {
  const [read, write] = [partOf(readSchema(object)), partOf(writeSchema(object))];
  const { apiName } = object;
  // Options that are retired are read and no longer written.
  const lists = (part: Part) =>
    optionLists(part).map(([name, list]) => `const ${optionName(name)} = ${valueOf(list)};`);
  return `// Generated from metadata by \`npm run schemas\`; do not edit.
import { z } from '${PACKAGE}';

${HELPERS}
const readable = () => {
  ${indented([...lists(read), `return ${groupOf(read)};`].join('\n'))}
};

const writable = () => {
  ${indented([...lists(write), `return ${groupOf(write)};`].join('\n'))}
};

/** A record as the API gives it. */
export const ${apiName} = readable();

/** The values of a record as a form writes them. */
export const ${apiName}Write = writable();
`;
}
