import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Package } from '#schemas/metadata/package.ts';
import { checksumOf } from '#server/features/metadata/packages/fingerprint.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { runAlone, runHere } from '#tests/support/processes/commands.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

const COMMAND = path.join(import.meta.dirname, '../../../../src/server/commands/metadata.ts');

let test: TestApp;
let address: string;
const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-metadata-'));
beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string) => path.join(folder, name);
function written(name: string, content: unknown): string {
  writeFileSync(file(name), typeof content === 'string' ? content : JSON.stringify(content));
  return file(name);
}
const PASSWORD = { JINGTU_PASSWORD: TEST_PASSWORD };
const run = (...more: string[]) => runHere(COMMAND, [...more, '--to', address], PASSWORD);
const runAsProcess = (...more: string[]) => runAlone(COMMAND, [...more, '--to', address], PASSWORD);

describe('npm run metadata', () => {
  it('saves an option set from a file, saying what it changes', async () => {
    const set = { name: 'shade', label: '色调', kind: 'list', options: [{ value: 'light', label: '浅' }] };
    const shown = await runAsProcess(written('shade.json', set));
    expect(shown).toMatchObject({ code: 0, words: expect.stringContaining('未保存。加上 --apply 执行。') as string });
    expect(test.services.catalog.optionSets.has('shade')).toBe(false);
    expect((await run(file('shade.json'), '--apply')).words).toContain('已保存选项集 shade 第 1 版。');
    expect(test.services.catalog.optionSet('shade').label).toBe('色调');
  });

  it('says in words what is wrong with a file, and where', async () => {
    const broken = await runAsProcess(written('broken.json', '{"name": "shade",}'));
    expect(broken).toMatchObject({ code: 1, words: expect.stringMatching(/不是有效的 JSON：/) as string });
    expect(broken.words).not.toMatch(/Unexpected|JSON at/);
    expect((await run(written('other.json', { some: 1 }))).words).toContain('的内容应为以下之一');
    expect((await run(file('none.json'))).words).toContain('无法读取');
    const twice = {
      name: 'shade',
      label: '色调',
      kind: 'list',
      options: [
        { value: 'a', label: '甲' },
        { value: 'a', label: '乙' },
      ],
    };
    expect(await run(written('twice.json', twice))).toMatchObject({ code: 1 });
    const field = { objectApiName: 'InsightNews', field: { apiName: 'x', type: 'txt', label: '甲' } };
    expect((await run(written('field.json', field))).words).toContain('字段“甲”的“类型”不是允许的值');
    expect((await run('--export', file('p.json'))).words).toContain('包标识');
  });

  it('makes a package, plans it, tries it, brings it in and takes it back', async () => {
    const fields = [{ apiName: 'name', type: 'text' as const, label: '名称' }];
    made(await saveDefinition(test, newObject('Boat', fields, { label: '船' })));
    const made1 = await run('--export', file('boats.json'), '--name', 'boats', '--objects', 'Boat');
    expect(made1).toMatchObject({ code: 0, words: expect.stringContaining('1 个对象') as string });
    expect((await run('--export', file('boats.json'), '--name', 'boats', '--objects', 'Boat')).words).toContain(
      '文件已存在',
    );
    expect((await run(file('boats.json'))).words).toContain('相同 1');
    const pack = JSON.parse(readFileSync(file('boats.json'), 'utf8')) as Package;
    const damaged = await run(written('damaged.json', { ...pack, title: '船', checksum: '0'.repeat(64) }));
    expect(damaged).toMatchObject({ code: 1, words: expect.stringContaining('包的内容与校验值不符') as string });
    const whole = readFileSync(file('boats.json'), 'utf8').replaceAll('"Boat"', '"Ferry"').replaceAll('"船"', '"渡船"');
    const ferry = JSON.parse(whole) as Package;
    const other = written('ferry.json', { ...ferry, checksum: checksumOf(ferry.contents) });
    expect((await run('--imports')).words).toContain('还没有引入过包');
    expect((await run(other)).words).toMatch(/\[新增\] 渡船[^]*权限：[^]*未引入/);
    expect(await run(other, '--dry-run')).toMatchObject({
      code: 1,
      words: expect.stringContaining('包会改变权限') as string,
    });
    const tried = await run(other, '--dry-run', '--accept-rights');
    expect(tried).toMatchObject({ code: 0, words: expect.stringContaining('试运行通过：会写入 1 项') as string });
    expect(test.services.catalog.find('Ferry')).toBeUndefined();
    const brought = await run(other, '--apply', '--accept-rights');
    const [, id = ''] = /编号 (\d+)/.exec(brought.words) ?? [];
    expect(test.services.catalog.object('Ferry').saved.label).toBe('渡船');
    expect((await run('--imports')).words).toMatch(new RegExp(`^${id}  .*boats（1 项，示例运营）`));
    expect((await run('--undo', id)).words).toContain('对象“渡船”保留下来');
    expect(test.services.catalog.object('Ferry').saved.access.list).toBe('staff');
    expect(await run('--undo', id)).toMatchObject({ code: 1, words: expect.stringContaining('已经撤销过') as string });
  });
});
