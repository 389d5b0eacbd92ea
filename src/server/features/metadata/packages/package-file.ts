import { MAX_PACKAGE_BYTES, Package, PACKAGE_FORMAT, PACKAGE_VERSION } from '#schemas/metadata/package.ts';
import { Failure } from '#shared/errors.ts';
import { checkLanguage } from '#server/core/catalog/language-check.ts';
import { checksumOf } from './fingerprint.ts';

const refused = (message: string): Failure => new Failure('INVALID_METADATA', message, [{ field: 'package', message }]);

/** What of a package occurs twice, as words. */
function repeated(pack: Package): string | undefined {
  const { optionSets, objects, records, views, mappings } = pack.contents;
  const names = [
    ...optionSets.map(({ definition }) => `选项集“${definition.name}”`),
    ...objects.map(({ definition }) => `对象“${definition.apiName}”`),
    ...records.map(({ objectApiName, key }) => `记录“${objectApiName} ${key}”`),
    ...views.map(({ objectApiName, name }) => `视图“${objectApiName} ${name}”`),
    ...mappings.map(({ objectApiName, name }) => `导入映射“${objectApiName} ${name}”`),
  ];
  return names.find((name, place) => names.indexOf(name) !== place);
}

/**
 * A package from outside: of our format, whole, and in the metadata language throughout. Nothing in it has been looked up.
 * @throws Failure INVALID_METADATA saying what is wrong and where.
 */
export function readPackage(input: unknown): Package {
  const head = (typeof input === 'object' && input !== null ? input : {}) as { format?: unknown; version?: unknown };
  if (head.format !== PACKAGE_FORMAT) throw refused(`这不是元数据包：应为 JSON，其 format 为“${PACKAGE_FORMAT}”`);
  if (typeof head.version === 'number' && head.version > PACKAGE_VERSION)
    throw refused(`包的格式为第 ${head.version} 版，此版本只能读到第 ${PACKAGE_VERSION} 版，请先升级产品`);
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (bytes > MAX_PACKAGE_BYTES)
    throw refused(`包有 ${Math.ceil(bytes / 1024 / 1024)} MB，最多 ${MAX_PACKAGE_BYTES / 1024 / 1024} MB`);
  checkLanguage(Package, input, 'package');
  const pack = input as Package;
  if (checksumOf(pack.contents) !== pack.checksum)
    throw refused('包的内容与校验值不符：文件在导出后被改动或损坏，请重新导出');
  const twice = repeated(pack);
  if (twice !== undefined) throw refused(`包中${twice}出现了两次`);
  return pack;
}
