import { writeFileSync } from 'node:fs';
import type { PackagePlan } from '#schemas/api/packages.ts';
import type { PackageChoice } from '#schemas/metadata/package.ts';
import { Failure } from '#shared/errors.ts';
import type { Side } from '#shared/metadata/merge-parts.ts';
import { formatShanghai } from '#shared/time/format.ts';
import { checkLanguage } from '#server/core/catalog/language-check.ts';
import { PackageChoice as ChoiceLanguage } from '#schemas/metadata/package.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { UsageError } from '#server/commands/command-line.ts';
import type { CommandTarget } from './targets.ts';

const PARTS = ['views', 'mappings', 'articles', 'homeBlocks', 'automations'] as const;

const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** What an export takes along, by the arguments of the command. @throws UsageError, Failure */
export function exportChoice(values: {
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly objects?: string | undefined;
  readonly sets?: string | undefined;
  readonly with?: string | undefined;
}): PackageChoice {
  const parts = listed(values.with);
  const unknown = parts.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) throw new UsageError(`--with 只能是 ${PARTS.join('、')}，不能是“${unknown}”`);
  const choice = {
    name: values.name,
    title: values.title ?? values.name,
    objects: listed(values.objects),
    optionSets: listed(values.sets),
    ...Object.fromEntries(PARTS.filter((part) => parts.includes(part)).map((part) => [part, true])),
  };
  checkLanguage(ChoiceLanguage, choice, '');
  return choice as PackageChoice;
}

/** Writes a package to a new file. @throws Failure where the file is there already or cannot be written */
export async function writeExport(target: CommandTarget, file: string, choice: PackageChoice): Promise<void> {
  const pack = await target.exported(choice);
  try {
    writeFileSync(file, `${JSON.stringify(pack, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as { code?: string }).code === 'EEXIST';
    throw new Failure(
      'INVALID_BODY',
      `无法写入“${file}”：${isThere ? '文件已存在，请换一个名称' : fileTrouble(error)}`,
    );
  }
  const { objects, optionSets, records, views, mappings } = pack.contents;
  console.log(
    `已导出到 ${file}：${objects.length} 个对象、${optionSets.length} 个选项集、${records.length} 条记录、${views.length} 个视图、${mappings.length} 个导入映射。`,
  );
}

const STATES = { new: '新增', changed: '修改', same: '相同', conflict: '冲突' } as const;

function say({ title, items }: PackagePlan): void {
  const count = (state: keyof typeof STATES) => items.filter((item) => item.state === state).length;
  console.log(
    `“${title}”：新增 ${count('new')}，修改 ${count('changed')}，冲突 ${count('conflict')}，相同 ${count('same')}。`,
  );
  for (const { state, label, changes, clashes, rights } of items.filter((item) => item.state !== 'same')) {
    console.log(`[${STATES[state]}] ${label}`);
    for (const words of changes) console.log(`    ${words}`);
    for (const { words, side } of clashes)
      console.log(
        `    冲突（${side === null ? '未选择' : side === 'mine' ? '保留现有' : '采用包中'}）：${words.join('，')}`,
      );
    for (const words of rights) console.log(`    权限：${words}`);
  }
}

/** Shows the plan of a package, and brings it in where that is wanted. */
export async function bringIn(
  target: CommandTarget,
  file: unknown,
  how: {
    readonly take?: string | undefined;
    readonly apply: boolean;
    readonly dryRun: boolean;
    readonly acceptRights: boolean;
  },
): Promise<void> {
  const { take, apply, dryRun, acceptRights } = how;
  if (take !== undefined && take !== 'mine' && take !== 'theirs')
    throw new UsageError('--take 只能是 mine（冲突处保留现有）或 theirs（采用包中的）');
  const others: Side | undefined = take;
  const plan = await target.planned(file, others);
  say(plan);
  if (!apply && !dryRun) return console.log('未引入。加上 --dry-run 试运行，加上 --apply 引入。');
  const done = await target.applied(file, { ...(others && { others }), mark: plan.mark, dryRun, acceptRights });
  console.log(
    dryRun
      ? `试运行通过：会写入 ${done.written} 项，没有保留任何改动。`
      : `已引入 ${done.written} 项，编号 ${done.id}。撤销：--undo ${done.id}`,
  );
}

/** Lists the packages that were brought in. */
export async function sayImports(target: CommandTarget): Promise<void> {
  const imports = await target.imports();
  if (imports.length === 0) return console.log('还没有引入过包。');
  for (const { id, title, at, authorName, written, undoneAt } of imports) {
    const undone = undoneAt === null ? '' : `，已于 ${formatShanghai(undoneAt, 'YYYY-MM-DD HH:mm')} 撤销`;
    console.log(
      `${id}  ${formatShanghai(at, 'YYYY-MM-DD HH:mm')}  ${title}（${written.length} 项，${authorName}${undone}）`,
    );
  }
}

/** Takes a package back. @throws Failure naming what was changed since */
export async function takeBack(target: CommandTarget, id: string): Promise<void> {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new UsageError('--undo 后面应为引入的编号，见 --imports');
  const { restored, left } = await target.undone(id);
  console.log(`已撤销，恢复 ${restored} 项。`);
  for (const words of left) console.log(`  ${words}`);
}
