import type { Locator, Page } from 'playwright-core';

/** One kind of input of the editor and the way to it. */
export interface EditorInput {
  readonly name: string;
  readonly reach: (page: Page) => Promise<Locator>;
}

const panel = (page: Page) => page.locator('.meta-panel');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function field(page: Page, apiName: string): Promise<Locator> {
  await page
    .locator('.meta-table tr', { has: page.locator(`code:text-is("${apiName}")`) })
    .locator('.meta-name')
    .click();
  return panel(page);
}

const inField = (name: string, apiName: string, label: string): EditorInput => ({
  name,
  reach: async (page) => (await field(page, apiName)).getByLabel(label, { exact: true }),
});

/** Every kind of input, in the order of the tabs. */
export const INPUTS: readonly EditorInput[] = [
  {
    name: 'search of the fields',
    reach: (page) => Promise.resolve(page.getByLabel('搜索字段')),
  },
  inField('label of a field', 'f4', '名称'),
  inField('help of a field', 'f4', '帮助说明'),
  {
    name: 'label of a new field',
    reach: async (page) => {
      await press(page, '添加字段');
      return panel(page).getByLabel('名称', { exact: true });
    },
  },
  {
    name: 'API name of a new field',
    reach: async (page) => {
      await press(page, '添加字段');
      return panel(page).getByLabel('字段标识', { exact: true });
    },
  },
  {
    name: 'label of a section of the detail page',
    reach: async (page) => {
      await tab(page, '详情布局');
      await press(page, '编辑分区 分区 2');
      return panel(page).getByLabel('名称', { exact: true });
    },
  },
  {
    name: 'label of a section of the form',
    reach: async (page) => {
      await tab(page, '表单布局');
      await press(page, '编辑分区 分区 2');
      return panel(page).getByLabel('名称', { exact: true });
    },
  },
  {
    name: 'text of a rule',
    reach: async (page) => {
      await tab(page, '规则');
      await page.locator('.meta-rules .meta-name').nth(2).click();
      await panel(page)
        .getByLabel(/的编辑方式$/)
        .first()
        .selectOption('text');
      return panel(page).locator('textarea').first();
    },
  },
  {
    name: 'label of the object',
    reach: async (page) => {
      await tab(page, '属性与权限');
      return page.locator('#meta-panel').getByLabel('名称', { exact: true }).first();
    },
  },
  {
    name: 'form preview',
    reach: (page) => Promise.resolve(page.locator('#preview_f0')),
  },
];
