import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FilterPanel } from '#client/features/records/filters/filter-panel.tsx';
import { QuickPanel } from '#client/features/records/filters/quick/quick-panel.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const lookups = {
  label: (_: unknown, value: string) => value,
  path: () => [],
  options: () => [],
  searchRecords: async () => [],
};
const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const LOGO: FieldDefinition = { apiName: 'logo', type: 'image', label: '标志' };

/** A pill whose panel opens below it. */
function Pill({ field }: { readonly field: FieldDefinition }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button type="button" onClick={(event) => setAnchor(event.currentTarget)}>
        {field.label}
      </button>
      {anchor && (
        <QuickPanel
          anchor={anchor}
          field={field}
          current={undefined}
          lookups={lookups}
          list={{ objectApiName: 'InsightCompany', filter: undefined, keyword: '' }}
          today="2026-11-21"
          onApply={() => undefined}
          onDone={() => setAnchor(null)}
          onMore={() => undefined}
        />
      )}
    </>
  );
}

async function open(field: FieldDefinition) {
  const user = userEvent.setup();
  render(<Pill field={field} />);
  await user.click(screen.getByRole('button', { name: field.label }));
  return user;
}

describe('what is typed after a filter was opened', () => {
  test('goes into its box', async () => {
    const user = await open(NAME);
    await user.keyboard('智造');
    expect(screen.getByRole('textbox')).toHaveProperty('value', '智造');
  });

  test('chooses by keyboard where there is no box', async () => {
    await open(LOGO);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '已填写' }));
  });

  test('is the pill’s again once the panel is closed, by the cross at its head or by Escape', async () => {
    const user = await open(NAME);
    await user.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '名称' }));
    await user.keyboard('{Enter}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '名称' }));
  });

  test('is for the first condition in the panel of all conditions', () => {
    render(
      <FilterPanel
        view={{ ...VIEW, filters: ['name'] }}
        filter={undefined}
        lookups={lookups}
        onApply={() => undefined}
        onClose={() => undefined}
      />,
    );
    expect(document.activeElement?.closest('[role=group]')?.getAttribute('aria-label')).toBe('条件 1');
  });
});
