import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import type { SchemaPair } from '#generators/portable/field-facts.ts';
import { stockUiSchema } from '#generators/portable/form-schema.ts';
import { withKeywordsApart } from '#generators/portable/keywords.ts';
import { openapiOf } from '#generators/portable/openapi.ts';
import { readSchema, writeSchema } from '#generators/portable/record-schemas.ts';
import { typescriptOf } from '#generators/portable/typescript-text.ts';
import { zodText } from '#generators/portable/zod-text.ts';
import { Failure } from '#shared/errors.ts';

const READ = '.read.schema.json';
const WRITE = '.write.schema.json';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files of some objects, by name; with validators for zod where they are asked for. */
export function objectFiles(
  objects: readonly ObjectDefinition[],
  version: string,
  withZod: boolean,
): ReadonlyMap<string, string> {
  const files = objects.flatMap((object) => [
    [`${object.apiName}${READ}`, json(withKeywordsApart(readSchema(object)))] as const,
    [`${object.apiName}${WRITE}`, json(withKeywordsApart(writeSchema(object)))] as const,
    [`${object.apiName}.ui-schema.json`, json(stockUiSchema(object))] as const,
    [`${object.apiName}.ts`, typescriptOf(object)] as const,
    ...(withZod ? [[`${object.apiName}.zod.ts`, zodText(object)] as const] : []),
  ]);
  return new Map([...files, ['openapi.json', json(openapiOf(objects, version))]]);
}

/** The schemas among the files of a folder, by object. @throws Failure for a file that was changed into something else */
export function schemaPairs(files: ReadonlyMap<string, string>): ReadonlyMap<string, SchemaPair> {
  const read = (name: string): JsonSchema => {
    try {
      return JSON.parse(files.get(name) ?? '') as JsonSchema;
    } catch {
      throw new Failure('INVALID_BODY', `文件“${name}”缺失，或不是有效的 JSON`);
    }
  };
  const names = [...files.keys()].filter((name) => name.endsWith(READ)).map((name) => name.slice(0, -READ.length));
  return new Map(names.map((name) => [name, { read: read(`${name}${READ}`), write: read(`${name}${WRITE}`) }]));
}
