import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInBy } from '#tests/support/account/people.ts';
import { plainAjv } from '#tests/support/metadata/portable.ts';
import { keyOf } from '#tests/support/open/open-world.ts';
import { runAlone, runHere } from '#tests/support/processes/commands.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

const COMMAND = path.join(import.meta.dirname, '../../../src/server/commands/schemas.ts');

let test: TestApp;
let address: string;
let folder: string;
beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());
beforeEach(() => {
  const made = mkdtempSync(path.join(tmpdir(), 'schemas-'));
  folder = path.join(made, 'out');
  return () => rmSync(made, { recursive: true, force: true });
});

/** Runs `npm run schemas -- …`. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHere(COMMAND, args, { JINGTU_PASSWORD: TEST_PASSWORD, ...env });

const few = (...more: string[]) => run(['--out', folder, '--objects', 'Product,InsightFund', ...more]);
const file = (name: string): string => path.join(folder, name);
const schema = (name: string): object => JSON.parse(readFileSync(file(name), 'utf8')) as object;
const objectsIn = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.read.schema.json'))
    .map((name) => name.replace('.read.schema.json', ''));

describe('npm run schemas', () => {
  it('finds the files of the browser fresh', async () => {
    expect(await runAlone(COMMAND, ['--check'])).toMatchObject({ code: 0 });
  });

  it('writes into a folder, finds it fresh, and says which files are stale of a server that has a field more', async () => {
    expect(await few()).toMatchObject({ code: 0, words: expect.stringContaining('2 个对象、9 个文件') as string });
    expect(await few('--check')).toMatchObject({ code: 0 });
    expect(await few('--check', '--from', address, '--username', 'staff')).toMatchObject({ code: 0 });
    const field = { apiName: 'freshField', type: 'text', label: '新来的字段', required: false };
    const body = { objectApiName: 'InsightFund', baseVersion: 1, field };
    expect(await test.post('staff', '/api/metadata/field/save', body)).toMatchObject({ code: 0 });
    const stale = await few('--check', '--from', address, '--username', 'staff');
    expect(stale).toMatchObject({ code: 1, words: expect.stringContaining('InsightFund.read.schema.json') as string });
    expect(stale.words).not.toContain('Product.read.schema.json');
  });

  it('writes nothing where a file is there that it did not write, or that was changed', async () => {
    mkdirSync(folder);
    writeFileSync(file('Product.ts'), 'mine');
    const refused = await few();
    expect(refused).toMatchObject({ code: 1, words: expect.stringContaining('不是本命令写的') as string });
    expect(await few('--force')).toMatchObject({ code: 1 });
    expect(readdirSync(folder)).toEqual(['Product.ts']);
    expect(readFileSync(file('Product.ts'), 'utf8')).toBe('mine');
    rmSync(file('Product.ts'));
    expect(await few()).toMatchObject({ code: 0 });
    writeFileSync(file('Product.ts'), 'changed');
    writeFileSync(file('notes.md'), 'mine too');
    expect(await few()).toMatchObject({ code: 1, words: expect.stringContaining('--force') as string });
    expect(readFileSync(file('Product.ts'), 'utf8')).toBe('changed');
    expect(await few('--force')).toMatchObject({ code: 0 });
    expect(readFileSync(file('Product.ts'), 'utf8')).toContain('export interface Product ');
    expect(readFileSync(file('notes.md'), 'utf8')).toBe('mine too');
  });

  it('takes away what it wrote and is no longer wanted, and keeps what was changed since', async () => {
    expect(await few()).toMatchObject({ code: 0 });
    writeFileSync(file('InsightFund.ts'), 'changed');
    const { code, words } = await run(['--out', folder, '--objects', 'Product']);
    expect(code).toBe(0);
    expect(words).toContain('InsightFund.ts');
    expect(readdirSync(folder).filter((name) => name.startsWith('InsightFund'))).toEqual(['InsightFund.ts']);
  });

  it('follows no link out of the folder and no manifest that names other places', async () => {
    const outside = path.join(path.dirname(folder), 'outside.ts');
    writeFileSync(outside, 'elsewhere');
    mkdirSync(folder);
    symlinkSync(outside, file('Product.ts'));
    expect(await few('--force')).toMatchObject({ code: 1 });
    rmSync(file('Product.ts'));
    const manifest = { generator: 'npm run schemas', files: { '../outside.ts': 'x' } };
    writeFileSync(file('jingtu-schemas.json'), JSON.stringify(manifest));
    expect(await few('--force')).toMatchObject({ code: 1, words: expect.stringContaining('清单') as string });
    expect(readFileSync(outside, 'utf8')).toBe('elsewhere');
  });

  it('refuses what is no installation, no object and no folder of its own, in words', async () => {
    const other = createServer((_, reply) => reply.end('{"hello":"world"}'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = (other.address() as AddressInfo).port;
    const answers = await Promise.all([
      few('--from', `http://127.0.0.1:${port}`),
      few('--from', 'nowhere'),
      run(['--out', folder, '--objects', 'Nope']),
      run(['--out', import.meta.filename]),
      run(['--diff', path.dirname(folder), path.dirname(folder)]),
    ]);
    other.close();
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    expect(answers.map(({ words }) => words)).toMatchObject([
      expect.stringContaining('不是本产品的服务'),
      expect.stringContaining('不是有效的地址'),
      expect.stringContaining('没有这些对象，或无权查看：Nope'),
      expect.stringContaining('不是一个目录'),
      expect.stringContaining('没有本命令写的文件'),
    ]);
    expect(await runAlone(COMMAND, ['--from', address])).toMatchObject({ code: 2 });
  });

  it('gives each reader what that reader may know', async () => {
    const from = (...more: string[]) => ['--out', folder, '--from', address, ...more];
    expect(await run(from(), { JINGTU_PASSWORD: '' })).toMatchObject({ code: 0 });
    const toVisitor = objectsIn();
    expect(toVisitor).toContain('InsightNews');
    expect(toVisitor).not.toContain('RowBudget');
    expect(await run(from('--username', 'staff'))).toMatchObject({ code: 0 });
    expect(objectsIn()).toContain('RowBudget');
    const svip = await signInBy(test, 'svip');
    const { secret } = await keyOf(svip, { scopes: ['read:InsightFund'] });
    expect(await run(from(), { JINGTU_API_KEY: secret })).toMatchObject({ code: 0 });
    expect(objectsIn()).toEqual(['InsightFund']);
    expect(JSON.stringify(schema('InsightFund.read.schema.json'))).toContain('深圳');
    expect(await run(from(), { JINGTU_API_KEY: 'nonsense' })).toMatchObject({ code: 1 });
  });

  it('describes records as the API gives them and takes what a form writes', async () => {
    expect(await run(['--out', folder, '--from', address, '--username', 'staff'])).toMatchObject({ code: 0 });
    const [read, write] = [schema('InsightFund.read.schema.json'), schema('InsightFund.write.schema.json')];
    const [isRecord, isBody] = [plainAjv().compile(read), plainAjv().compile(write)];
    const values = {
      name: '星海一号',
      type: '并购基金',
      region: '440300',
      size: { num: '1200000.5', currency: 'USD' },
      paidIn: { num: '300', currency: 'CNY' },
      foundedOn: '2019-06-30',
      limitedPartners: ['甲', '乙'],
      isGuidanceFund: false,
      irr: '12.5',
    };
    expect({ taken: isBody(values), errors: isBody.errors }).toEqual({ taken: true, errors: null });
    const made = await test.post<{ record: { id: string } }>('staff', '/api/metadata/data/InsightFund', {
      clientKey: 'schemas-command',
      values,
    });
    expect(made).toMatchObject({ code: 0 });
    const got = await test.get<{ record: object }>('staff', `/api/metadata/data/InsightFund/${made.data.record.id}`);
    expect({ record: got.data.record, fits: isRecord(got.data.record) }).toMatchObject({ fits: true });
    const known = Object.keys((read as { properties: object }).properties);
    expect(Object.keys(got.data.record).filter((name) => !known.includes(name))).toEqual([]);
    for (const wrong of [
      { type: '没有' },
      { size: { num: '1' } },
      { irr: 12 },
      { foundedOn: '2019-02-30' },
      { nope: 1 },
    ])
      expect({ wrong, taken: isBody({ ...values, ...wrong }) }).toEqual({ wrong, taken: false });
  });

  it('says what changed between two folders, and by its code whether it breaks programs', async () => {
    const other = path.join(path.dirname(folder), 'other');
    expect(await few()).toMatchObject({ code: 0 });
    expect(await run(['--out', other, '--objects', 'InsightFund'])).toMatchObject({ code: 0 });
    expect(await run(['--diff', folder, folder])).toMatchObject({ code: 0, words: '没有差别。\n' });
    const gone = await run(['--diff', folder, other]);
    expect(gone).toMatchObject({ code: 3, words: expect.stringMatching(/\[不兼容\] Product：删除对象/) as string });
    const come = await run(['--diff', other, folder]);
    expect(come).toMatchObject({ code: 0, words: expect.stringContaining('Product：新增对象') as string });
  });
});
