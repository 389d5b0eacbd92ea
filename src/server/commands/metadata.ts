// `npm run metadata`: saves an object, a field, an option set or a package from a file, and makes packages. Without `--apply`
// it only shows what a save would do. With `--to` it goes through a running server (password in JINGTU_PASSWORD); else it opens
// the database itself.
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetChanges } from '#generators/language/definition-changes.ts';
import { Failure } from '#shared/errors.ts';
import { withField } from '#shared/metadata/field-placement.ts';
import { readField, readOptionSet } from '#server/core/catalog/definition-check.ts';
import { ownPassword, readArguments, runCommand, UsageError } from './command-line.ts';
import { type MetadataFile, readMetadataFile } from './metadata/metadata-file.ts';
import { bringIn, exportChoice, sayImports, takeBack, writeExport } from './metadata/packages.ts';
import { type CommandTarget, localTarget, remoteTarget } from './metadata/targets.ts';

const USAGE = `用法：
  npm run metadata -- <文件.json> [--apply]                     对象、字段、选项集
  npm run metadata -- <包.json> [--take mine|theirs] [--dry-run | --apply] [--accept-rights]
  npm run metadata -- --export <包.json> --name 标识 [--title 名称] --objects 对象,对象 [--sets 选项集,…] [--with views,mappings,articles,homeBlocks,automations]
  npm run metadata -- --imports | --undo 编号
都可加 --to 地址 --username 账号`;

async function definitionOf(
  target: CommandTarget,
  file: Extract<MetadataFile, { kind: 'object' | 'field' }>,
): Promise<{ definition: ObjectDefinition; baseVersion: number }> {
  if (file.kind === 'object') {
    const current = await target.current(file.definition.apiName);
    return { definition: file.definition, baseVersion: current?.version ?? 0 };
  }
  const current = await target.current(file.objectApiName);
  if (!current) throw new Failure('UNKNOWN_OBJECT', `对象“${file.objectApiName}”不存在`);
  return { definition: withField(current, readField(file.field), file.show), baseVersion: current.version };
}

async function saveDefinition(
  target: CommandTarget,
  file: Extract<MetadataFile, { kind: 'object' | 'field' }>,
  isWanted: boolean,
): Promise<void> {
  const { definition, baseVersion } = await definitionOf(target, file);
  const steps = await target.plan(definition, baseVersion);
  console.log(
    steps.length === 0
      ? '不需要改动存储。'
      : steps.map((step) => `${step.deferred ? '（稍后）' : ''}${step.sql};`).join('\n'),
  );
  if (!isWanted) return console.log('未保存。加上 --apply 执行。');
  const saved = await target.save(definition, baseVersion);
  const isSame = saved.version === baseVersion;
  console.log(isSame ? `内容没有变化，仍是第 ${baseVersion} 版。` : `已保存 ${saved.apiName} 第 ${saved.version} 版。`);
}

async function saveSet(target: CommandTarget, input: OptionSet, isWanted: boolean): Promise<void> {
  const set = readOptionSet(input);
  const current = await target.optionSet(set.name);
  const changes = optionSetChanges(current, set);
  console.log(changes.length === 0 ? '内容没有变化。' : changes.join('\n'));
  if (!isWanted) return console.log('未保存。加上 --apply 执行。');
  if (current && changes.length === 0) return;
  const saved = await target.saveOptionSet(set, current?.version ?? 0);
  console.log(`已保存选项集 ${saved.name} 第 ${saved.version} 版。`);
}

await runCommand(async () => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = readArguments(
    USAGE,
    {
      apply: flag,
      'dry-run': flag,
      'accept-rights': flag,
      take: text,
      to: text,
      username: text,
      export: text,
      name: text,
      title: text,
      objects: text,
      sets: text,
      with: text,
      imports: flag,
      undo: text,
    },
    1,
  );
  const [fileName] = positionals;
  const asked = [fileName, values.export, values.imports, values.undo].filter((one) => one !== undefined);
  if (asked.length !== 1) throw new UsageError(USAGE);
  const file = fileName === undefined ? undefined : readMetadataFile(fileName);
  const choice = values.export === undefined ? undefined : exportChoice(values);
  const target =
    values.to === undefined
      ? await localTarget()
      : await remoteTarget(values.to, values.username ?? 'staff', ownPassword());
  try {
    const isWanted = values.apply === true;
    if (choice) await writeExport(target, values.export ?? '', choice);
    else if (values.undo !== undefined) await takeBack(target, values.undo);
    else if (!file) await sayImports(target);
    else if (file.kind === 'package')
      await bringIn(target, file.package, {
        take: values.take,
        apply: isWanted,
        dryRun: values['dry-run'] === true,
        acceptRights: values['accept-rights'] === true,
      });
    else if (file.kind === 'optionSet') await saveSet(target, file.optionSet, isWanted);
    else await saveDefinition(target, file, isWanted);
  } finally {
    await target.close();
  }
});
