// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { theme } from '#client/app/shell/theme.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { LOOKUPS } from './fake-server.ts';
import './no-layout.ts';

afterEach(cleanup);

const REGION: FieldDefinition = {
  apiName: 'region',
  type: 'treeSelect',
  label: '所在地区',
  config: { optionSet: 'region' },
};

/** The field of a form with what it holds, the focus before it. */
function open(start?: FieldValue) {
  const heard: FieldValue[] = [];
  const { Input } = editorsOf(REGION);
  function Held() {
    const [value, setValue] = useState(start);
    return (
      <>
        <label id="it-label" htmlFor="it">
          所在地区
        </label>
        <Input
          id="it"
          field={REGION}
          value={value}
          onChange={(next) => {
            heard.push(next);
            setValue(next);
          }}
          onBlur={() => undefined}
          required={false}
          lookups={LOOKUPS}
        />
      </>
    );
  }
  render(
    <ThemeProvider theme={theme}>
      <Held />
    </ThemeProvider>,
  );
  return { heard, user: userEvent.setup() };
}

const face = () => screen.getByRole('combobox', { name: /所在地区/ });
const panel = () => screen.findByRole('dialog', { name: '选择所在地区' });
const focused = () => document.activeElement?.textContent;
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the choice from a tree in a form, by keyboard', () => {
  test('opens on Enter, goes down and into a branch by arrows, and closes on the leaf that Enter takes', async () => {
    const { heard, user } = open();
    await user.tab();
    expect(document.activeElement).toBe(face());
    await user.keyboard('{Enter}');
    await panel();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('广东');
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('深圳');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('广州');
    await user.keyboard('{Enter}');
    expect(heard.at(-1)).toBe('4401');
    await isClosed();
    await waitFor(() => expect(document.activeElement).toBe(face()));
    expect(face().textContent).toBe('广东 / 广州');
  });

  test.each([
    ['initials', 'gz', '4401'],
    ['pinyin', 'shenzhen', '4403'],
    ['a name', '浦东', '3101'],
  ])('finds an option by %s; Enter takes the first and closes', async (_way, typed, value) => {
    const { heard, user } = open();
    await user.tab();
    await user.keyboard('{Enter}');
    await panel();
    await user.keyboard(typed);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(heard).toEqual([value]);
    await isClosed();
  });

  test('closes on Escape without a choice, and on 完成 with the branch that was taken', async () => {
    const { heard, user } = open('4403');
    await user.tab();
    await user.keyboard('{Enter}');
    await panel();
    await user.keyboard('{Escape}');
    await isClosed();
    expect(heard).toEqual([]);
    await user.keyboard('{Enter}');
    await panel();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(heard).toEqual(['44']);
    await user.click(screen.getByRole('button', { name: '完成' }));
    await isClosed();
    expect(face().textContent).toBe('广东');
  });
});
