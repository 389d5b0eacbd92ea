import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listColumns } from '#generators/columns.ts';
import { ColumnChooser, type ChosenColumns } from '#client/features/records/columns/column-chooser.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const LAYOUT = ['name', 'round', 'raised'];

function Chooser({ onChoose }: { readonly onChoose: (next: ChosenColumns) => void }) {
  const [chosen, setChosen] = useState<{ columns: readonly string[] | undefined; pinned: readonly string[] }>({
    columns: undefined,
    pinned: [],
  });
  return (
    <ColumnChooser
      columns={listColumns(VIEW)}
      visible={chosen.columns ?? LAYOUT}
      pinned={chosen.pinned}
      onChange={(next) => {
        setChosen((before) => ({ ...before, ...next }));
        onChoose(next);
      }}
    />
  );
}

function open() {
  const choices: ChosenColumns[] = [];
  render(<Chooser onChoose={(next) => choices.push(next)} />);
  return { choices, user: userEvent.setup() };
}

const labels = () =>
  within(screen.getByRole('list', { name: '列' }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('li')?.textContent);
const button = (name: string) => screen.getByRole('button', { name });

describe('the column chooser', () => {
  test('counts what is shown, and shows all or what the layout says', async () => {
    const { choices, user } = open();
    expect(screen.getByRole('status').textContent).toBe('已显示 3 列，共 4 列');
    await user.click(button('全选'));
    expect(choices.at(-1)).toEqual({ columns: [...LAYOUT, 'city'], pinned: [] });
    expect(screen.getByRole('status').textContent).toBe('已显示 4 列，共 4 列');
    await user.click(button('恢复默认'));
    expect(choices.at(-1)).toEqual({ columns: undefined, pinned: [] });
  });

  test('finds a column by its label, and says when there is none', async () => {
    const { user } = open();
    await user.type(screen.getByRole('textbox', { name: '查找列' }), '城');
    expect(labels()).toEqual(['城市']);
    await user.type(screen.getByRole('textbox', { name: '查找列' }), '墙');
    expect(screen.getByText('没有名称包含“城墙”的列')).toBeTruthy();
  });

  test('moves a column by keyboard, and the focus stays with it', async () => {
    const { choices, user } = open();
    button('融资总额前移').focus();
    await user.keyboard('{Enter}');
    expect(choices.at(-1)?.columns).toEqual(['name', 'raised', 'round']);
    await waitFor(() => expect(document.activeElement).toBe(button('融资总额前移')));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(choices.at(-1)?.columns).toEqual(['name', 'round', 'raised']);
    await waitFor(() => expect(document.activeElement).toBe(button('融资总额后移')));
    button('最新轮次前移').focus();
    await user.keyboard('{Enter}');
    expect(choices.at(-1)?.columns).toEqual(['name', 'round', 'raised']);
  });

  test('a row is dragged to its place, but not before the name', () => {
    const { choices } = open();
    const row = (label: string) => screen.getByRole('checkbox', { name: label }).closest('li') ?? document.body;
    const dataTransfer = { effectAllowed: '' };
    fireEvent.dragStart(row('融资总额'), { dataTransfer });
    fireEvent.dragEnter(row('最新轮次'), { dataTransfer });
    expect(choices.at(-1)?.columns).toEqual(['name', 'raised', 'round']);
    fireEvent.dragEnter(row('企业简称'), { dataTransfer });
    expect(choices).toHaveLength(1);
  });

  test('pins a column, and a column that is hidden is no longer pinned', async () => {
    const { choices, user } = open();
    await user.click(button('固定最新轮次'));
    expect(choices.at(-1)).toEqual({ pinned: ['round'] });
    expect(button('固定最新轮次').getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('checkbox', { name: '最新轮次' }));
    expect(choices.at(-1)).toEqual({ columns: ['name', 'raised'], pinned: [] });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '企业简称' }).disabled).toBe(true);
  });
});
