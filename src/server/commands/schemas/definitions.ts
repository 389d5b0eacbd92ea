import { FIELD_NAME_SOURCE, OBJECT_NAME_SOURCE } from '#schemas/generated/metadata/names.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { isSystem } from '#generators/object.ts';
import { resolveOptions } from '#generators/options.ts';
import { Failure } from '#shared/errors.ts';
import { RemoteMetadata } from '#server/core/catalog/remote-metadata.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';

/** As whom a running installation is read. */
export interface Reader {
  readonly username?: string | undefined;
  readonly password: string;
  readonly key?: string | undefined;
}

function shipped(): ObjectDefinition[] {
  const optionSets = new Map<string, OptionSet>(shippedOptionSets().map((set) => [set.name, set]));
  return shippedObjects().map((object) => resolveOptions(object, optionSets));
}

/** An account where one is named, else a key where there is one, else a visitor. */
function open(base: string, { username, password, key }: Reader): Promise<RemoteMetadata> {
  if (username !== undefined) return RemoteMetadata.signIn(base, username, password);
  return Promise.resolve(key === undefined ? RemoteMetadata.asVisitor(base) : RemoteMetadata.withKey(base, key));
}

async function fromServer(base: string, reader: Reader): Promise<ObjectDefinition[]> {
  const remote = await open(base, reader);
  try {
    return await remote.definitions();
  } finally {
    await remote.close();
  }
}

/** Names become names of files and of code. @throws Failure for a definition of another product, or of an attacker */
function checked(objects: readonly ObjectDefinition[], base: string): readonly ObjectDefinition[] {
  const [isObjectName, isFieldName] = [new RegExp(OBJECT_NAME_SOURCE), new RegExp(FIELD_NAME_SOURCE)];
  const isSound = ({ apiName, fields, rules, layouts }: ObjectDefinition): boolean =>
    isObjectName.test(apiName) &&
    [fields, rules, layouts?.form?.sections].every(Array.isArray) &&
    fields.every((field) => isFieldName.test(field.apiName));
  if (!objects.every(isSound)) throw new Failure('INVALID_METADATA', `“${base}”给出的对象定义无法识别`);
  return objects;
}

/**
 * The objects whose schemas are asked for, as who asks may see them: all but those that features keep, which no form fills.
 * @throws Failure naming those that are asked for and not there
 */
export async function definitions(
  base: string | undefined,
  reader: Reader,
  wanted: readonly string[] | undefined,
): Promise<readonly ObjectDefinition[]> {
  const all = base === undefined ? shipped() : checked(await fromServer(base, reader), base);
  const objects = all.filter((object) => !isSystem(object));
  const unknown = wanted?.filter((name) => !objects.some(({ apiName }) => apiName === name)) ?? [];
  if (unknown.length > 0)
    throw new Failure(
      'UNKNOWN_OBJECT',
      `没有这些对象，或无权查看：${unknown.join('、')}。可用的对象：${objects.map(({ apiName }) => apiName).join('、')}`,
    );
  return wanted ? objects.filter(({ apiName }) => wanted.includes(apiName)) : objects;
}
