import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { lockImports } from '#server/features/imports/run/import-lock.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openShippedDatabase } from '#tests/support/databases/kept-databases.ts';
import { runAlone, runHere } from '#tests/support/processes/commands.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../../src/server/commands/import.ts');

describe('the import command', () => {
  let store: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    store = await openShippedDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'jingtu-command-'));
    await store.release();
  });
  afterAll(async () => {
    await store?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = () => {
    const { url, dataDir } = store.address;
    return { DATABASE_URL: url ?? '', JINGTU_DATA: dataDir ?? '' };
  };
  /** Runs the command as a person does, on the test's database. */
  const asProcess = (...parameters: string[]) => runAlone(COMMAND, parameters, environment());
  /** The same within this process, where it is not the process that is tested. */
  const command = (...parameters: string[]) => runHere(COMMAND, parameters, environment());
  const write = (name: string, content: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const MAPPING = {
    object: 'InsightCompany',
    source: 'command',
    key: ['id'],
    fields: [{ field: 'name', column: 'name' }],
  };

  test('without what it needs it says how it is used', async () => {
    const answer = await asProcess();
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain('npm run import -- <文件> --mapping <映射.json>');
  });

  test('a key that several rows share is warned of before the run', async () => {
    const mapping = write('shared-key.json', JSON.stringify(MAPPING));
    const shared = write('shared-key.csv', 'id,name\n1,甲\n2,乙\n1,丙\n');
    const warned = await command(shared, '--mapping', mapping, '--dry-run', '--report', path.join(folder, 'shared'));
    expect(warned.err).toContain('3 行中有 1 行的唯一标识（id）与前面的行相同而内容不同');
    expect(warned.err).toContain('如第 4 行');
    const repeated = write('repeated.csv', 'id,name\n1,甲\n2,乙\n1,甲\n');
    const quiet = await command(repeated, '--mapping', mapping, '--dry-run', '--report', path.join(folder, 'repeated'));
    expect(quiet.code).toBe(0);
    expect(quiet.err).not.toContain('唯一标识');
  });

  test('a wrong mapping is one sentence, no stack', async () => {
    const mapping = write('wrong.json', JSON.stringify({ ...MAPPING, kye: 1 }));
    const answer = await asProcess(write('a.csv', 'id,name\n1,A\n'), '--mapping', mapping);
    expect(answer).toMatchObject({ code: 1, out: '', err: '映射有误。/kye：没有这个设置项\n' });
  });

  test('it imports, and says what became of every row', async () => {
    const mapping = write('good.json', JSON.stringify(MAPPING));
    const file = write('a.csv', 'id,name\n1,A\n1,A\n2,\n\n');
    const report = path.join(folder, 'report');
    const dry = await command(file, '--mapping', mapping, '--report', report, '--dry-run');
    expect(dry.out).toContain('试运行，没有写入');
    const answer = await asProcess(file, '--mapping', mapping, '--report', report);
    expect(answer).toMatchObject({ code: 0 });
    expect(answer.out).toContain('共 4 行，其中空行 1，数据 3');
    expect(answer.out).toContain('新建 1 + 更新 0 + 未变 0 + 重复 1 + 拒绝 1 = 3');
    const summary = JSON.parse(readFileSync(path.join(report, 'summary.json'), 'utf8')) as { finished: boolean };
    expect(summary.finished).toBe(true);
  });

  test('totals of other records that follow from the file are right when it ends', async () => {
    const company = { by: 'key', create: { fields: [{ field: 'name', column: 'firm' }] } };
    const fields = [
      { field: 'title', column: 'title' },
      { field: 'company', column: 'firm', reference: company },
      { field: 'round', constant: 'A轮' },
    ];
    const mapping = write('deals.json', JSON.stringify({ ...MAPPING, object: 'InsightTransaction', fields }));
    const file = write('deals.csv', 'id,title,firm\n1,甲的一轮,甲\n2,甲的二轮,甲\n3,乙的一轮,乙\n');
    const report = path.join(folder, 'deals');
    expect(await command(file, '--mapping', mapping, '--report', report)).toMatchObject({ code: 0, err: '' });
    const database = await openDatabase(store.address);
    const { rows } = await database.pool.query(
      `select name, "roundsCount"::int as rounds, (select count(*)::int from derived_mark) as marks
         from "InsightCompany" where name in ('甲', '乙') order by id`,
    );
    await database.close();
    expect(rows).toEqual([
      { name: '甲', rounds: 2, marks: 0 },
      { name: '乙', rounds: 1, marks: 0 },
    ]);
  });

  test('what it cannot read or write is named in one line, with what is accepted', async () => {
    const good = write('good.json', JSON.stringify(MAPPING));
    const file = write('a.csv', 'id,name\n1,A\n');
    const nonsense = write('nonsense.json', JSON.stringify({ ...MAPPING, encoding: 'nonsense' }));
    const answers = [
      await command(folder, '--mapping', good),
      await command(path.join(folder, 'absent.csv'), '--mapping', good),
      await command(file, '--mapping', nonsense),
      await command(file, '--mapping', good, '--report', file),
      await command(file, '--mapping', good, '--report', path.join(file, 'below')),
    ];
    expect(answers.map(({ code, out }) => ({ code, out }))).toEqual(answers.map(() => ({ code: 1, out: '' })));
    expect(answers.map(({ err }) => err.split('\n')[0])).toEqual([
      `无法读取文件“${folder}”：这是一个目录，请给出其中的一个文件`,
      `找不到文件“${path.join(folder, 'absent.csv')}”`,
      '映射有误。文字编码 /encoding：不认识编码“nonsense”，可用的有 utf-8、gb18030、gbk、big5、macintosh、windows-1252、utf-16le 等',
      `无法写入报告目录“${file}”：已有同名的文件`,
      `无法写入报告目录“${path.join(file, 'below')}”：路径中有一部分不是目录`,
    ]);
    for (const { err } of answers) expect(err).not.toMatch(/\n\s+at /);
  });

  test.runIf(onPostgres)('while another import runs it says so and changes nothing', async () => {
    const busy = await openDatabase({ url: store.address.url });
    const unlock = await lockImports(busy);
    const mapping = write('good.json', JSON.stringify(MAPPING));
    const file = write('a.csv', 'id,name\n1,A\n');
    const answer = await command(file, '--mapping', mapping, '--report', path.join(folder, 'busy'));
    const words = '另一个导入正在进行（命令行或网页中），请等它结束后再运行\n';
    expect(answer).toEqual({ code: 1, out: '', err: words, words });
    await unlock?.();
    await busy.close();
  });

  test('it loads exchange rates', async () => {
    const file = write(
      'rates.csv',
      'Date,Country,Exchange rate\n2013-01-01,China,6.2\n2013-01-01,Japan,100\n2013-01-01,Sweden,6\n',
    );
    expect(await command(file, '--rates')).toMatchObject({ code: 0, out: '已写入 2 条汇率\n' });
    const wrong = write('wrong.csv', 'Date,Country,Exchange rate\n2013-01-01,China,ND\n');
    expect(await command(wrong, '--rates')).toMatchObject({ code: 1, err: '第 2 行不是汇率：2013-01-01 China ND\n' });
  });
});
