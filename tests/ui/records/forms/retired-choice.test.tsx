// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { observable, runInAction } from 'mobx';
import { afterEach, describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { LOOKUPS } from './fake-server.ts';
import { FINANCING, REGIONS } from './financing.ts';
import { control, filledServer, openForm } from './open-form.tsx';

afterEach(cleanup);

/** The financing form after staff retired an option of a field. */
const retiring = (apiName: string, value: string): ObjectDefinition => ({
  ...FINANCING,
  fields: FINANCING.fields.map((field) =>
    field.apiName === apiName
      ? {
          ...field,
          selectOptions: (field.selectOptions ?? []).map((option) =>
            option.value === value ? { ...option, retired: true } : option,
          ),
        }
      : field,
  ),
});

const noteOf = (target: HTMLElement) =>
  document.getElementById(target.getAttribute('aria-describedby') ?? '')?.textContent;
const list = () => document.querySelector('[role="listbox"]');
const option = async (text: string) => {
  const found = await screen.findByText(text, { selector: 'li, li span' });
  return found.closest('li') as HTMLElement;
};

/** The form with one option chosen in one field. */
async function choosing(label: string, ...texts: readonly string[]) {
  const user = userEvent.setup();
  const opened = await openForm();
  await user.click(control(label));
  for (const text of texts) await user.click(await option(text));
  return { user, ...opened };
}

describe('an option that is retired under an open form', () => {
  test.each([
    { title: 'a short list', label: '融资轮次', apiName: 'stage', value: 'b', text: 'B轮' },
    { title: 'a searched list', label: '所属行业', apiName: 'industry', value: 'chip', text: '半导体' },
    { title: 'several choices', label: '投资标签', apiName: 'tags', value: 'chip', text: '半导体' },
  ])('is reported at once at the field and stays visible: $title', async ({ label, apiName, value, text }) => {
    const { publish } = await choosing(label, text);
    act(() => publish(retiring(apiName, value)));
    expect(noteOf(control(label))).toContain(`选项“${text}”已停用，不能再选`);
    expect(control(label).closest('.jt-field')?.innerHTML).toContain(text);
  });

  test('is reported at once at the field and stays visible: a tree', async () => {
    const regions = observable.box(REGIONS, { deep: false });
    const options = (field: Parameters<typeof LOOKUPS.options>[0]) =>
      field.config?.optionSet === 'region' ? regions.get() : LOOKUPS.options(field);
    const user = userEvent.setup();
    await openForm({ lookups: { ...LOOKUPS, options } });
    await user.click(control('所在地区'));
    await user.click(await option('广东'));
    const city = await option('深圳');
    city.focus();
    await user.keyboard('{Enter}');
    await user.click(control('所在地区'));
    (await option('深圳')).focus();
    act(() =>
      runInAction(() =>
        regions.set(REGIONS.map((region) => (region.value === '4403' ? { ...region, retired: true } : region))),
      ),
    );
    expect(noteOf(control('所在地区'))).toContain('选项“深圳”已停用，不能再选');
    expect(control('所在地区').textContent).toContain('深圳');
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('广州');
    await user.keyboard('{Enter}');
    expect(control('所在地区').textContent).toContain('广州');
    expect(noteOf(control('所在地区'))).not.toContain('已停用');
  });

  test('says nothing where the record already held it', async () => {
    const { publish } = await openForm({ id: '9', server: filledServer({ stage: 'b' }) });
    act(() => publish(retiring('stage', 'b')));
    expect(noteOf(control('融资轮次'))).not.toContain('已停用');
  });

  test('leaves the open list to the keyboard: arrows move, Enter chooses, and the message goes', async () => {
    const { user, publish } = await choosing('融资轮次', 'B轮');
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('B轮');
    act(() => publish(retiring('stage', 'b')));
    expect(list()?.contains(document.activeElement)).toBe(true);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('C轮');
    await user.keyboard('{Enter}');
    expect(control('融资轮次').textContent).toBe('C轮');
    expect(noteOf(control('融资轮次'))).not.toContain('已停用');
  });

  test('lets Escape close the open list, and the list opens again with a choice under the cursor', async () => {
    const { user, publish } = await choosing('融资轮次', 'B轮');
    await user.keyboard('{Enter}');
    act(() => publish(retiring('stage', 'b')));
    await user.keyboard('{Escape}');
    await expect.poll(list).toBeNull();
    expect(document.activeElement).toBe(control('融资轮次'));
    await user.keyboard('{ArrowDown}');
    const focused = document.activeElement;
    expect(list()?.contains(focused)).toBe(true);
    expect(focused?.hasAttribute('hidden')).toBe(false);
    expect(focused?.getAttribute('aria-disabled')).not.toBe('true');
  });
});
