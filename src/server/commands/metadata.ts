// `npm run metadata -- <file.json> [--apply] [--to URL --username NAME]`: saves an object or a field from a file. Without
// `--apply` it only shows the storage steps. A file holds an ObjectDefinition, or {"objectApiName", "field", "show"?}.
// With `--to` it goes through a running server (password in JINGTU_PASSWORD); else it opens the database itself.
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { Failure } from '#shared/errors.ts';
import { type Show, withField } from '#shared/metadata/field-placement.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import type { MetadataTarget } from '#server/core/catalog/metadata-target.ts';
import { COMMAND } from '#server/core/catalog/versions/version-words.ts';
import { RemoteMetadata } from '#server/core/catalog/remote-metadata.ts';
import { openOwnDatabase, ownPassword, readArguments, readGivenFile, runCommand, UsageError } from './command-line.ts';

const USAGE = '用法：npm run metadata -- <文件.json> [--apply] [--to 地址 --username 账号]';

interface FieldFile {
  readonly objectApiName: string;
  readonly field: FieldDefinition;
  readonly show?: Show;
}

async function local(): Promise<MetadataTarget> {
  const database = await openOwnDatabase();
  const services = await openServices(
    database,
    { objects: shippedObjects(), optionSets: shippedOptionSets() },
    () => new Date(),
  );
  return {
    current: async (apiName) => services.catalog.find(apiName)?.saved,
    plan: async (definition, baseVersion) => (await services.metadata.plan(definition, baseVersion)).steps,
    save: async (definition, baseVersion) => {
      const saved = await services.metadata.save(definition, baseVersion, COMMAND);
      await services.metadata.runIndexJobs();
      return saved.definition;
    },
    close: () => database.close(),
  };
}

async function next(target: MetadataTarget, file: ObjectDefinition | FieldFile) {
  const apiName = 'field' in file ? file.objectApiName : file.apiName;
  const current = await target.current(apiName);
  if (!('field' in file)) return { definition: file, baseVersion: current?.version ?? 0 };
  if (!current) throw new Failure('UNKNOWN_OBJECT', `对象“${apiName}”不存在`);
  return { definition: withField(current, file.field, file.show), baseVersion: current.version };
}

function readFileOf(name: string): ObjectDefinition | FieldFile {
  const text = readGivenFile(name);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Failure(
      'INVALID_METADATA',
      `“${name}”不是有效的 JSON：${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const isObject =
    typeof json === 'object' && json !== null && ('apiName' in json || ('objectApiName' in json && 'field' in json));
  if (!isObject)
    throw new Failure('INVALID_METADATA', `“${name}”的内容应为对象定义（含 apiName），或 {"objectApiName", "field"}`);
  return json as ObjectDefinition | FieldFile;
}

await runCommand(async () => {
  const { values, positionals } = readArguments(
    USAGE,
    { apply: { type: 'boolean' }, to: { type: 'string' }, username: { type: 'string' } },
    1,
  );
  const [fileName] = positionals;
  if (fileName === undefined) throw new UsageError(USAGE);
  const file = readFileOf(fileName);
  const target =
    values.to === undefined
      ? await local()
      : await RemoteMetadata.signIn(values.to, values.username ?? 'staff', ownPassword());
  try {
    const { definition, baseVersion } = await next(target, file);
    const steps = await target.plan(definition, baseVersion);
    console.log(
      steps.length === 0
        ? '不需要改动存储。'
        : steps.map((step) => `${step.deferred ? '（稍后）' : ''}${step.sql};`).join('\n'),
    );
    if (!values.apply) return console.log('未保存。加上 --apply 执行。');
    const saved = await target.save(definition, baseVersion);
    console.log(`已保存 ${saved.apiName} 第 ${saved.version} 版。`);
  } finally {
    await target.close();
  }
});
