import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  applyPackage,
  exportPackage,
  listPackageImports,
  type PackageItem,
  type PackagePlan,
  planPackage,
  undoPackage,
} from '#schemas/api/packages.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { PackagePage } from '#client/features/metadata/packages/package-page.tsx';
import { PackageStore } from '#client/features/metadata/packages/package-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';

const AT = '2026-11-21T04:00:00.000Z';
const SHIP = { kind: 'object' as const, name: 'Ship', label: '船舶', changes: [], clashes: [], rights: [] };
const READERS = { path: ['access', 'list'], words: ['谁能看列表：会员 → 所有人'] };
const user = userEvent.setup({ delay: null });

let api: FakeApi;
/** What becomes of the ship by the side that was chosen for who may read it; `revision` counts what others save meanwhile. */
let revision: number;

function planOf(body: BodyOf<typeof planPackage>): PackagePlan {
  const side = body.choices?.[0]?.side ?? null;
  const theirs = side === 'theirs';
  const item: PackageItem = {
    ...SHIP,
    state: side === null ? 'conflict' : theirs ? 'changed' : 'same',
    changes: theirs ? ['谁能看列表：会员 → 所有人'] : [],
    clashes: [{ ...READERS, side }],
    rights: theirs ? ['列表对所有人开放'] : [],
  };
  const crew: PackageItem = { ...SHIP, name: 'Crew', label: '船员', state: 'new', changes: ['新增对象“船员”'] };
  const mark = `${revision} ${side ?? 'open'}`.padEnd(64, '.');
  return { name: 'ships', title: '船舶市场', madeAt: AT, items: [item, crew], mark };
}

beforeEach(() => {
  revision = 1;
  api = new FakeApi()
    .on(listPackageImports, () => [])
    .on(planPackage, ({ body }) => planOf(body))
    .on(applyPackage, ({ body }) => {
      const plan = planOf(body);
      if (body.mark !== plan.mark) throw refusal('CONFLICT');
      if (plan.items.some(({ rights }) => rights.length > 0) && body.acceptRights !== true)
        throw refusal('INVALID_BODY');
      return { id: body.dryRun ? null : '7', written: 2 };
    });
});
afterEach(cleanup);

async function openFile(text = '{"format":"package"}') {
  render(<PackagePage store={new PackageStore(api)} objects={[{ apiName: 'Ship', label: '船舶' }]} />);
  await screen.findByText('还没有引入过包');
  const file = new File([text], 'ships.json', { type: 'application/json' });
  fireEvent.change(screen.getByLabelText('元数据包'), { target: { files: [file] } });
}
const bringIn = () => screen.getByRole<HTMLButtonElement>('button', { name: '引入' });

describe('a package that is brought in', () => {
  test('waits for each conflict, and shows what comes of the choices before anything is written', async () => {
    await openFile();
    await screen.findByText('还有 1 处冲突未选择');
    expect(bringIn().disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: '采用包中的' }));
    await screen.findByText('权限：列表对所有人开放');
    expect(bringIn().disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: /同意这样改/ }));
    await user.click(bringIn());
    await screen.findByText('已引入 2 项');
    expect(api.callsOf(applyPackage)).toMatchObject([
      {
        mark: expect.stringMatching(/^1 theirs/),
        acceptRights: true,
        dryRun: false,
        choices: [{ kind: 'object', name: 'Ship', path: READERS.path, side: 'theirs' }],
      },
    ]);
  });

  test('can be chosen about again, and another plan asks for its own acceptance', async () => {
    await openFile();
    await user.click(await screen.findByRole('button', { name: '全部采用包中的' }));
    await user.click(await screen.findByRole('checkbox', { name: /同意这样改/ }));
    await user.click(screen.getByRole('radio', { name: '保留现有' }));
    await waitFor(() => expect(screen.queryByText('权限：列表对所有人开放')).toBeNull());
    await user.click(screen.getByRole('radio', { name: '采用包中的' }));
    const accepted = await screen.findByRole<HTMLInputElement>('checkbox', { name: /同意这样改/ });
    expect(accepted.checked).toBe(false);
  });

  test('that others have changed meanwhile is shown again, and not written', async () => {
    await openFile();
    await user.click(await screen.findByRole('button', { name: '全部保留现有' }));
    await waitFor(() => expect(bringIn().disabled).toBe(false));
    revision = 2;
    await user.click(bringIn());
    await screen.findByRole('alert');
    await waitFor(() => expect(bringIn().disabled).toBe(false));
    await user.click(bringIn());
    await screen.findByText('已引入 2 项');
    expect(api.callsOf(applyPackage)).toMatchObject([
      { mark: expect.stringMatching(/^1 mine/) },
      { mark: expect.stringMatching(/^2 mine/) },
    ]);
  });

  test('is tried without being kept, and stays at hand', async () => {
    await openFile();
    await user.click(await screen.findByRole('button', { name: '全部保留现有' }));
    await waitFor(() => expect(bringIn().disabled).toBe(false));
    await user.click(screen.getByRole('button', { name: '试运行' }));
    await screen.findByText('试运行通过：会写入 2 项，没有保留任何改动');
    expect(bringIn().disabled).toBe(false);
  });

  test('whose file is no package is refused in words of the server', async () => {
    api.on(planPackage, () => {
      throw refusal('INVALID_METADATA');
    });
    await openFile('no package');
    await screen.findByRole('alert');
    expect(api.callsOf(planPackage)).toEqual([{ package: 'no package' }]);
  });
});

test('An import is undone after a question, and says what could not be taken away', async () => {
  const one = {
    id: '7',
    name: 'ships',
    title: '船舶市场',
    at: AT,
    authorName: '王敏',
    undoneAt: null,
    undoneByName: null,
  };
  api
    .on(listPackageImports, () => [
      { ...one, written: [{ kind: 'object' as const, name: 'Ship', label: '船舶', isNew: true }] },
    ])
    .on(undoPackage, () => ({ restored: 1, left: ['对象“船舶”已停用'] }));
  render(<PackagePage store={new PackageStore(api)} objects={[]} />);
  await user.click(await screen.findByRole('button', { name: '撤销' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '撤销引入' }));
  const outcome = await screen.findByRole('status');
  expect(outcome.textContent).toBe('已撤销，恢复 1 项；对象“船舶”已停用');
});

test('An export takes what was chosen, and waits for a name', async () => {
  api.on(exportPackage, () => {
    throw refusal('INVALID_METADATA');
  });
  render(<PackagePage store={new PackageStore(api)} objects={[{ apiName: 'Ship', label: '船舶' }]} />);
  await user.click(await screen.findByRole('checkbox', { name: /^船舶/ }));
  await user.type(screen.getByLabelText('包名称'), '船舶市场');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '导出为文件' }).disabled).toBe(true);
  await user.type(screen.getByLabelText('包标识'), 'ships');
  await user.click(screen.getByRole('checkbox', { name: '首页内容与步骤' }));
  await user.click(screen.getByRole('button', { name: '导出为文件' }));
  await screen.findByRole('alert');
  expect(api.callsOf(exportPackage)).toMatchObject([
    { name: 'ships', title: '船舶市场', objects: ['Ship'], homeBlocks: true, articles: false },
  ]);
});
