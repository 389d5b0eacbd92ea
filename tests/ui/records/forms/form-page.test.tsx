// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Rule } from '#schemas/metadata/rule.ts';
import { FakeServer } from './fake-server.ts';
import { FILLED, FINANCING } from './financing.ts';
import {
  button,
  control,
  filledServer,
  hasControl,
  nameControl,
  named,
  openForm,
  saveButton,
  type,
} from './open-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('saving', () => {
  test('pressing save twice sends once', async () => {
    const server = filledServer();
    await openForm({ id: '9', server });
    type(nameControl(), '星河智造 C 轮');
    server.hold();
    fireEvent.click(saveButton());
    fireEvent.submit(nameControl().form as HTMLFormElement);
    expect(button('保存中…').disabled).toBe(true);
    await act(async () => server.release());
    await screen.findByText('保存成功');
    expect(server.writes).toHaveLength(1);
  });

  test('leads a new record and an edited one to its page, with a word of success', async () => {
    const { router, view } = await openForm({ id: '9', server: filledServer() });
    type(nameControl(), '星河智造 C 轮');
    fireEvent.click(saveButton());
    await screen.findByText('保存成功');
    expect(router.state.location.pathname).toBe('/insight/FinancingRequest/9');
    view.unmount();
    const server = new FakeServer();
    const fresh = await openForm({ server });
    server.record = { ...FILLED };
    await fillRequired('第一次');
    fireEvent.click(saveButton());
    await screen.findByText('创建成功');
    expect(fresh.router.state.location.pathname).toBe(router.state.location.pathname);
  });

  test('A record that was saved says since when it is kept and leads to its page, until it is changed again', async () => {
    await openForm({ id: '9', server: filledServer({ updatedAt: '2026-11-21T03:00:00.000Z' }) });
    expect(screen.getByText(/^已保存于 2026-11-21 11:00，可继续修改/)).toBeDefined();
    expect(screen.getByText('查看详情').getAttribute('href')).toBe('#/insight/FinancingRequest/9');
    type(nameControl(), '又改了');
    expect(screen.queryByText('查看详情')).toBeNull();
    expect(screen.getByText(/已修改 1 项，尚未保存/)).toBeDefined();
  });

  test('a form whose records are decided on says so on its button, and leads to where that is seen', async () => {
    const server = new FakeServer();
    const { layouts } = server.definition;
    const form = { ...layouts.form, submitLabel: '提交审核', submitted: '已提交', next: '/financing' };
    server.definition = { ...server.definition, layouts: { ...layouts, form } };
    const { said } = await openForm({ server });
    server.record = { ...FILLED };
    await fillRequired('一次');
    fireEvent.click(screen.getByText('提交审核', { selector: 'button' }));
    await screen.findByText('我的融资');
    expect(said).toEqual(['已提交']);
    expect(server.writes).toHaveLength(1);
  });

  test('an edit sends only what changed, with the version it started from, and null for what was cleared', async () => {
    const server = filledServer({ website: 'https://a.example' });
    await openForm({ id: '9', server });
    type(nameControl(), '新的名字');
    type(control('官网'), '');
    fireEvent.click(saveButton());
    await screen.findByText('保存成功');
    expect(server.writes[0]?.body).toEqual({ version: 1, values: { name: '新的名字', website: null } });
  });

  test('a create whose answer was lost creates once, and what was typed since is saved on top', async () => {
    const server = new FakeServer();
    await openForm({ server });
    server.record = { ...FILLED };
    await fillRequired('第一次');
    server.losesAnswer = true;
    fireEvent.click(saveButton());
    await screen.findByText('请求超时');
    type(nameControl(), '第二次');
    fireEvent.click(saveButton());
    await screen.findByText('创建成功');
    expect(server.writes.map(({ body }) => body['clientKey'])).toEqual(['client-key-1', 'client-key-1', undefined]);
    expect(server.record['name']).toBe('第二次');
  });

  test('what the server refuses is said at the field and the cursor goes there', async () => {
    const server = filledServer();
    server.problems = [{ field: 'name', message: '名称已被占用' }];
    await openForm({ id: '9', server });
    type(nameControl(), '重名');
    fireEvent.click(saveButton());
    expect(await screen.findByText('名称已被占用')).toBeDefined();
    expect(document.activeElement).toBe(nameControl());
    type(nameControl(), '不重名');
    expect(screen.queryByText('名称已被占用')).toBeNull();
  });
});

describe('checking in place', () => {
  test('a submit with gaps says 必填 at each field, counts them and goes to the first', async () => {
    const { server } = await openForm();
    fireEvent.click(saveButton());
    expect(await screen.findByText(/还有 6 处需要修改/)).toBeDefined();
    expect(screen.getAllByText('必填')).toHaveLength(6);
    expect(document.activeElement).toBe(nameControl());
    expect(nameControl().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(nameControl().getAttribute('aria-describedby') ?? '')?.textContent).toBe('必填');
    expect(server.writes).toHaveLength(0);
  });

  test('length is said in the words of the specification, once the field is left', async () => {
    await openForm();
    type(nameControl(), '短');
    expect(screen.queryByText(/长度在/)).toBeNull();
    fireEvent.blur(nameControl());
    expect(await screen.findByText('长度在 2 到 50 个字符')).toBeDefined();
  });

  test('a hidden required field never blocks a save, and asks once it is shown', async () => {
    const server = filledServer();
    await openForm({ id: '9', server });
    expect(hasControl('领投方名称')).toBe(false);
    type(nameControl(), '甲乙');
    fireEvent.click(saveButton());
    await screen.findByText('保存成功');
    cleanup();
    await openForm({ id: '9', server });
    fireEvent.click(named('是否有领投方：是'));
    expect(hasControl('领投方名称')).toBe(true);
    fireEvent.click(saveButton());
    expect(await screen.findByText('必填')).toBeDefined();
    expect(server.writes).toHaveLength(1);
  });

  test('paying back at once leaves 全部 as the only cycle and refuses any other', async () => {
    const user = userEvent.setup();
    const server = filledServer();
    await openForm({ id: '9', server });
    await user.click(control('还款方式'));
    await user.click(await screen.findByText('一次性', { selector: 'li' }));
    await user.click(control('还款周期'));
    await screen.findByText('全部', { selector: 'li' });
    expect([...document.querySelectorAll('[role="option"]:not([hidden])')].map((option) => option.textContent)).toEqual(
      ['全部'],
    );
    await user.keyboard('{Escape}');
    fireEvent.click(saveButton());
    expect(await screen.findByText('还款方式为一次性时，还款周期只能为“全部”')).toBeDefined();
    expect(server.writes).toHaveLength(0);
  });

  test('Enter that ends a Chinese composition does not submit, and half a syllable is not kept', async () => {
    const { forms, server } = await openForm();
    expect(forms).toBeDefined();
    fireEvent.compositionStart(nameControl());
    type(nameControl(), 'xing');
    expect(fireEvent.keyDown(nameControl(), { key: 'Enter', keyCode: 229, isComposing: true })).toBe(false);
    expect(screen.queryByText(/已修改/)).toBeNull();
    type(nameControl(), '星河');
    fireEvent.compositionEnd(nameControl());
    expect(await screen.findByText('已修改 1 项，尚未保存')).toBeDefined();
    expect(server.writes).toHaveLength(0);
  });
});

/** A browser in which nothing but what is drawn at once is near the screen. */
const seeOneScreen = () =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
    },
  );

/** A filled record of a long form: its name, 200 more fields and a last one, under these rules. */
function longForm(rules: readonly Rule[]): FakeServer {
  const extra = Array.from({ length: 200 }, (_, index) => ({
    apiName: `x${index}`,
    type: 'text' as const,
    label: `附加${index}`,
  }));
  const last = { apiName: 'last', type: 'text' as const, label: '最后一项' };
  const fields = ['name', ...extra.map((field) => field.apiName), 'last'];
  const server = filledServer();
  server.definition = {
    ...FINANCING,
    fields: [...FINANCING.fields, ...extra, last],
    rules: [...rules],
    layouts: { ...FINANCING.layouts, form: { sections: [{ label: '全部', fields }] } },
  };
  return server;
}

const WANTED: Rule = { id: 'wanted', kind: 'required', target: 'last', rule: 'has(self.name)' };

test('a problem far below the screen is made ready and gets the cursor', async () => {
  seeOneScreen();
  await openForm({ id: '9', server: longForm([WANTED]) });
  expect(hasControl('最后一项')).toBe(false);
  expect(document.body.textContent).toContain('最后一项');
  type(nameControl(), '新名字');
  fireEvent.click(saveButton());
  await screen.findByText('必填');
  expect(document.activeElement).toBe(control('最后一项'));
  expect(document.querySelectorAll('input').length).toBeLessThan(60);
});

test('far below the screen, fields that rules hide are no problem, and shown they are', async () => {
  seeOneScreen();
  const rules: Rule[] = [WANTED, { id: 'shows', kind: 'visible', target: 'last', rule: "self.name == '要填'" }];
  const { server } = await openForm({ id: '9', server: longForm(rules) });
  expect(document.body.textContent).not.toContain('最后一项');
  type(nameControl(), '要填');
  fireEvent.click(saveButton());
  await screen.findByText('必填');
  expect(document.activeElement).toBe(control('最后一项'));
  type(nameControl(), '不要');
  expect(hasControl('最后一项')).toBe(false);
  expect(hasControl('附加199')).toBe(true);
  fireEvent.click(saveButton());
  await waitFor(() => expect(server.record).toMatchObject({ name: '不要' }));
});

test('a field that staff add far below the screen is there once its place is reached', async () => {
  seeOneScreen();
  const server = longForm([]);
  const { publish } = await openForm({ id: '9', server });
  type(nameControl(), '新名字');
  const { definition } = server;
  const { form } = definition.layouts;
  server.definition = {
    ...definition,
    version: definition.version + 1,
    fields: [...definition.fields, { apiName: 'added', type: 'text', label: '新增一项' }],
    rules: [{ ...WANTED, target: 'added' }],
    layouts: {
      ...definition.layouts,
      form: { sections: form.sections.map((section) => ({ ...section, fields: [...section.fields, 'added'] })) },
    },
  };
  act(() => publish(server.definition));
  expect(hasControl('新增一项')).toBe(false);
  expect(document.body.textContent).toContain('新增一项');
  expect(nameControl().value).toBe('新名字');
  fireEvent.click(saveButton());
  await screen.findByText('必填');
  expect(document.activeElement).toBe(control('新增一项'));
});

test('the clock behind a label says what became of the field', async () => {
  const server = filledServer();
  server.history = [
    {
      version: 2,
      at: '2026-10-01T03:00:00Z',
      actor: '林晚',
      origin: 'form',
      changes: [{ field: 'name', before: '星河', after: '星河智造' }],
    },
  ];
  await openForm({ id: '9', server });
  fireEvent.click(named('项目名称的修改记录'));
  const dialog = named('项目名称的修改记录').closest('body') ?? document.body;
  expect(await within(dialog).findByText('2026-10-01 11:00 · 林晚')).toBeDefined();
  expect(within(dialog).getByText('星河')).toBeDefined();
});

async function fillRequired(projectName: string): Promise<void> {
  const user = userEvent.setup();
  type(nameControl(), projectName);
  await user.click(control('融资企业'));
  await user.click(await screen.findByText('星河智造', { selector: 'li' }));
  for (const [label, option] of [
    ['融资轮次', 'B轮'],
    ['还款方式', '分期'],
    ['还款周期', '按月'],
  ] as const) {
    await user.click(control(label));
    await user.click(await screen.findByText(option, { selector: 'li' }));
  }
  type(control('拟融资金额'), '3.5亿');
}
