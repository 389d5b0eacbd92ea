import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { PACKAGE_FORMAT } from '#schemas/metadata/package.ts';
import { Failure } from '#shared/errors.ts';
import type { Show } from '#shared/metadata/field-placement.ts';
import { jsonFault } from '#server/features/imports/reading/json-fault.ts';
import { readGivenFile } from '#server/commands/command-line.ts';

/** What a file that the command was given holds, by its keys; whether it is right is for a save to say. */
export type MetadataFile =
  | { readonly kind: 'object'; readonly definition: ObjectDefinition }
  | {
      readonly kind: 'field';
      readonly objectApiName: string;
      readonly field: FieldDefinition;
      readonly show?: Show;
    }
  | { readonly kind: 'optionSet'; readonly optionSet: OptionSet }
  | { readonly kind: 'package'; readonly package: unknown };

/** @throws Failure INVALID_METADATA that names the file and what is wrong with it */
export function readMetadataFile(name: string): MetadataFile {
  const json = parsed(name);
  const has = (...keys: string[]) => keys.every((key) => Object.hasOwn(json, key));
  if (json['format'] === PACKAGE_FORMAT) return { kind: 'package', package: json };
  if (has('objectApiName', 'field')) return { ...(json as object), kind: 'field' } as MetadataFile;
  if (has('apiName', 'fields')) return { kind: 'object', definition: json as unknown as ObjectDefinition };
  if (has('name', 'options')) return { kind: 'optionSet', optionSet: json as unknown as OptionSet };
  throw new Failure(
    'INVALID_METADATA',
    `“${name}”的内容应为以下之一：对象定义（含 apiName 与 fields）、字段（{"objectApiName", "field"}）、选项集（含 name 与 options）、元数据包（"format": "${PACKAGE_FORMAT}"）`,
  );
}

function parsed(name: string): Readonly<Record<string, unknown>> {
  const text = readGivenFile(name).replace(/^\uFEFF/, '');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Failure('INVALID_METADATA', `“${name}”不是有效的 JSON：${jsonFault(error)}`);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new Failure('INVALID_METADATA', `“${name}”的内容应为一个 JSON 对象，以 { 开头`);
}
