import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMANDS = path.resolve(import.meta.dirname, '../../../src/server/commands');
const ALL = [
  'import',
  'seed',
  'metadata',
  'schemas',
  'reconcile',
  'verify-log',
  'access-table',
  'doctor',
  'migrate',
] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command that is to be refused before it opens a database: the folder given for one is a file. */
function run(command: string, ...more: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DATABASE_URL: '', JINGTU_DATA: path.join(import.meta.filename, 'none') };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(COMMANDS, `${command}.ts`), ...more], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const write = (name: string, content: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

describe('a command that is called in a way it does not understand', () => {
  it.each(ALL)(
    '%s names the option that it does not have, and those that it has, and does nothing',
    async (command) => {
      const { code, out, err } = await run(command, '--dryrun');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(new RegExp(`^没有参数 --dryrun\n用法：\\s*npm run ${command}`));
      expect(err).not.toMatch(/\n\s+at /);
    },
  );

  it('names a value that is missing or too much, and a file too many', async () => {
    expect((await run('import', 'a.csv', '--mapping', '--dry-run')).err).toContain('参数 --mapping 后面缺少内容');
    expect((await run('import', 'a.csv', '--dry-run=no')).err).toContain('参数 --dry-run 后面不能带内容');
    expect((await run('import', 'a.csv', 'b.csv')).err).toContain('多余的参数“b.csv”');
    expect((await run('seed', 'now')).err).toContain('多余的参数“now”');
  });
});

describe('a file or value that a command cannot use', () => {
  it('is named in one line, with what is wrong', async () => {
    const answers = await Promise.all([
      run('metadata', path.join(folder, 'absent.json')),
      run('metadata', folder),
      run('metadata', write('text.json', 'not JSON')),
      run('metadata', write('list.json', '[1]')),
      run('import', 'a.csv', '--mapping', folder),
      run('schemas', '--out', folder, '--check', '--from', 'nowhere'),
      run('schemas', '--out', folder, '--check', '--from', 'http://127.0.0.1:1'),
      run('reconcile', '--since', 'yesterday'),
      run('verify-log', '--expect', 'nonsense'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1));
    const lines = answers.map(({ err }) => err.trimEnd());
    expect(lines).toMatchObject([
      `无法读取“${path.join(folder, 'absent.json')}”：文件不存在`,
      `无法读取“${folder}”：这是一个目录，请给出其中的一个文件`,
      expect.stringContaining('不是有效的 JSON'),
      expect.stringContaining('的内容应为一个 JSON 对象'),
      `无法读取“${folder}”：这是一个目录，请给出其中的一个文件`,
      '“nowhere”不是有效的地址，应如 http://127.0.0.1:3600',
      expect.stringContaining('连接不上“http://127.0.0.1:1”'),
      '--since 应为日期，如 2026-11-01。',
      '--expect 应为上次打印的“编号:哈希”，收到的是“nonsense”。',
    ]);
    for (const line of lines) expect(line).not.toContain('\n');
  });
});
