// `npm run schemas`: without more, writes what a browser needs of schemas/api and schemas/metadata to schemas/generated, and
// with `--check` says which of these files are stale.
// `npm run schemas -- --out DIR`: writes the schemas of objects for other programs, see docs/schemas.md: those that ship, or
// with `--from URL` those of a running installation as far as who asks may see them. `--check` compares instead.
// `npm run schemas -- --diff A B`: says what changed between two such folders; exits with 3 where a change breaks programs.
import { differences } from '#generators/portable/differences.ts';
import { release } from '#server/release.ts';
import { checkBrowserFiles, writeBrowserFiles } from './schemas/browser-files.ts';
import { ownKey, ownPassword, readArguments, runCommand, UsageError } from './command-line.ts';
import { definitions } from './schemas/definitions.ts';
import { objectFiles, schemaPairs } from './schemas/object-files.ts';
import { type Content, differingFiles, readOwnFolder, writeOwnFolder } from './schemas/own-folder.ts';

const EXIT_STALE = 1;
const EXIT_BREAKING = 3;

const USAGE = `用法：npm run schemas [-- --check]
      npm run schemas -- --out 目录 [--from http://127.0.0.1:3600 [--username 账号]] [--objects A,B] [--zod] [--force] [--check]
      npm run schemas -- --diff 旧目录 新目录`;

/** @throws Failure naming what is not there, is not this product, or is not open to who asks */
async function contentOf(options: Options): Promise<Content> {
  const { from, username, objects: names } = options;
  const wanted = names
    ?.split(/[,，]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const objects = await definitions(from, { username, password: ownPassword(), key: ownKey() }, wanted);
  return {
    files: objectFiles(objects, release(), options.zod === true),
    source: from === undefined ? 'shipped' : new URL(from).origin,
    release: release(),
    objects: Object.fromEntries(objects.map(({ apiName, version }) => [apiName, version])),
  };
}

async function write(folder: string, options: Options): Promise<number> {
  const content = await contentOf(options);
  if (options.check) {
    const stale = differingFiles(folder, content);
    if (stale.length === 0) console.log(`“${folder}”是最新的，共 ${content.files.size} 个文件。`);
    else
      console.error(`“${folder}”中有 ${stale.length} 个文件不是最新的：${stale.map((name) => `\n  ${name}`).join('')}`);
    return stale.length === 0 ? 0 : EXIT_STALE;
  }
  const { written, removed, kept } = writeOwnFolder(folder, content, options.force === true);
  console.log(`${Object.keys(content.objects).length} 个对象、${written} 个文件已写入“${folder}”。`);
  if (removed.length > 0) console.log(`已删除不再需要的 ${removed.length} 个文件。`);
  if (kept.length > 0) console.log(`不再需要、但被改动过而保留的文件：${kept.join('、')}`);
  return 0;
}

function compare(before: string, after: string): number {
  const found = differences(schemaPairs(readOwnFolder(before)), schemaPairs(readOwnFolder(after)));
  for (const { objectApiName, field, words, isBreaking } of found)
    console.log(
      `${isBreaking ? '[不兼容] ' : '        '}${objectApiName}${field === undefined ? '' : `.${field}`}：${words}`,
    );
  const count = found.filter(({ isBreaking }) => isBreaking).length;
  console.log(found.length === 0 ? '没有差别。' : `共 ${found.length} 处改动，其中 ${count} 处不兼容。`);
  return count > 0 ? EXIT_BREAKING : 0;
}

const OPTIONS = {
  check: { type: 'boolean' },
  out: { type: 'string' },
  from: { type: 'string' },
  username: { type: 'string' },
  objects: { type: 'string' },
  zod: { type: 'boolean' },
  force: { type: 'boolean' },
  diff: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

await runCommand(async () => {
  const { values: options, positionals } = readArguments(USAGE, OPTIONS, process.argv.includes('--diff') ? 2 : 0);
  const { out, diff, check, ...others } = options;
  if (diff) {
    const [before, after] = positionals;
    if (before === undefined || after === undefined || out !== undefined) throw new UsageError(USAGE);
    return compare(before, after);
  }
  if (out !== undefined) return write(out, options);
  if (Object.keys(others).length > 0) throw new UsageError(`缺少 --out\n${USAGE}`);
  return check ? checkBrowserFiles() : writeBrowserFiles();
});
