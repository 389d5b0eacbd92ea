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

/** A text inside a comment must not end it. */
const comment = (text: string): string => text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ');

const PLAIN: Readonly<Record<string, string>> = { string: 'string', integer: 'number', boolean: 'boolean' };

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function member(name: string, part: Part, isRequired: boolean): string {
  const words = [part.title, part.description].filter((word) => word !== undefined && word !== '').join('：');
  const about = words === '' ? '' : `  /** ${comment(words)} */\n`;
  return `${about}  ${part.readOnly ? 'readonly ' : ''}${name}${isRequired ? '' : '?'}: ${indented(typeText(part))};`;
}

function members({ properties = {}, required = [] }: Part): string {
  const lines = Object.entries(properties).map(([name, part]) => member(name, part, required.includes(name)));
  return `{\n${lines.join('\n')}\n}`;
}

function valueText(part: Part): string {
  const definition = definitionOf(part);
  if (definition !== undefined) return optionName(definition);
  const values = valuesOf(part)?.filter((value) => value !== null);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (part.items) return `(${typeText(part.items)})[]`;
  if (part.properties) return members(part);
  return PLAIN[typeOf(part) ?? ''] ?? 'unknown';
}

const typeText = (part: Part): string => valueText(part) + (isNullable(part) ? ' | null' : '');

/**
 * TypeScript of an object that needs nothing else: a record as the API gives it, its values as a form writes them, and a
 * change of them.
 */
export function typescriptOf(object: ObjectDefinition): string {
  const [read, write] = [partOf(readSchema(object)), partOf(writeSchema(object))];
  const { apiName } = object;
  const lists = new Map([...optionLists(write), ...optionLists(read)]);
  const options = Array.from(lists, ([name, list]) => `export type ${optionName(name)} = ${valueText(list)};\n`);
  const about = `${comment(object.label)}, version ${object.version}`;
  return `// Generated from metadata by \`npm run schemas\`; do not edit.

${options.join('\n')}${options.length > 0 ? '\n' : ''}/** ${about}: ${comment(read.description ?? '')} */
export interface ${apiName} ${members(read)}

/** ${about}: ${comment(write.description ?? '')} */
export interface ${apiName}Write ${members(write)}

/** ${about}: a change of some values; null clears one. */
export type ${apiName}Change = { [Name in keyof ${apiName}Write]?: ${apiName}Write[Name] | null };
`;
}
