import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SentCodes } from '#tests/support/account/sent-codes.ts';
import { KnownHoles } from '#tests/support/account/solve-captcha.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import { picture } from '#tests/support/files/uploading.ts';

const sent = new SentCodes();
const holes = new KnownHoles();
let product: RunningApp;
let investor: BrowserContext;
let staff: BrowserContext;
/** The screens of a new founder and of an investor; each test goes on where the one before ended. */
let raising: Page;
let looking: Page;

const PHONE = '19900000077';
const TITLE = 'A轮融资，用于近海试航';

beforeAll(async () => {
  product = await startRunningApp({ ...sent.providers, captcha: holes.open });
  [investor, staff] = [await product.openBrowser('investor'), await product.openBrowser('staff')];
  raising = await product.open(await product.openBrowser('visitor', 390), '/login');
  looking = await product.open(investor, '/InvestmentFinancing');
});
afterAll(() => product.close());

const goTo = (page: Page, path: string) => page.goto(`${product.address}/#${path}`);
const fill = (page: Page, label: string, text: string) =>
  page.getByRole('textbox', { name: label, exact: true }).fill(text);
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function upload(page: Page, button: string, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType, buffer });
}

async function uploadPicture(page: Page, label: string): Promise<void> {
  await upload(page, `${label} 上传图片`, `${label}.png`, 'image/png', await picture().png().toBuffer());
  await page.getByRole('img', { name: `${label}.png` }).waitFor();
}

/** Takes an action of the first row of a list; `title` is the heading of its dialog. */
async function act(page: Page, action: string): Promise<Locator> {
  const row = page.getByRole('row', { name: new RegExp(TITLE) });
  await row.getByRole('button', { name: '操作…' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  return page.getByRole('dialog');
}

const room = (page: Page): Locator => page.getByRole('dialog', { name: '私信' });
const messages = (page: Page): Locator => room(page).getByRole('list', { name: '消息' });

async function write(page: Page, text: string): Promise<void> {
  const field = room(page).getByRole('textbox', { name: '消息内容' });
  await field.fill(text);
  await field.press('Enter');
  await messages(page).getByText(text).waitFor();
}

test('a new user registers and creates a company', async () => {
  await raising.getByLabel('手机号').fill(PHONE);
  await press(raising, '获取验证码');
  await holes.drag(raising);
  await raising.getByText('秒后重发').waitFor();
  await raising.getByLabel('验证码').fill(await sent.codeTo(`+86${PHONE}`));
  await press(raising, '登录');
  await raising.waitForURL('**/#/home');
  await press(raising, '同意并继续');
  await raising.getByRole('dialog').waitFor({ state: 'detached' });
  await goTo(raising, '/identity');
  await press(raising, '创建企业');
  await fill(raising, '项目简称', '星舵科技');
  await fill(raising, '企业全称', '示例星舵科技有限公司');
  await uploadPicture(raising, 'Logo');
  await fill(raising, '一句话简介', '面向近海船队的自主航行系统');
  await raising.getByRole('combobox', { name: '项目标签' }).click();
  await raising.keyboard.type('自主航行');
  await raising.keyboard.press('Enter');
  await choose(raising, '所属行业 请选择', '机器人');
  await raising.keyboard.press('Escape');
  await choose(raising, '所在地区 请选择', '上海');
  await raising.keyboard.press('Escape');
  await fill(raising, '您的职务', '创始人');
  await uploadPicture(raising, '名片');
  await fill(raising, '联系电话', PHONE);
  await press(raising, '提交审核');
  await raising.getByText('已提交，审核结果会显示在本页').waitFor();
  await raising.getByText('审核中').first().waitFor();
  expect(await raising.getByRole('button', { name: '提交审核' }).count()).toBe(0);
});

test('staff approve the company, and its founder asks for financing', async () => {
  const desk = await product.open(staff, '/staff/identity?kind=founder');
  await desk.getByRole('button', { name: /星舵科技/ }).click();
  const dossier = desk.getByRole('region', { name: '认证详情' });
  await dossier.getByText('示例星舵科技有限公司').first().waitFor();
  await desk.keyboard.press('a');
  await desk.keyboard.press('Enter');
  await dossier.getByText('已通过').first().waitFor();

  await raising.reload();
  await raising.getByRole('list', { name: '我的企业' }).getByText('星舵科技').waitFor();
  await goTo(raising, '/financing');
  await raising
    .getByRole('link', { name: '发布融资需求' })
    .or(raising.getByRole('button', { name: '发布融资需求' }))
    .first()
    .click();
  await fill(raising, '需求标题', TITLE);
  // The founder's only company is filled in.
  await raising.locator('input[value="星舵科技"]').waitFor();
  await choose(raising, '融资轮次', 'A轮');
  await fill(raising, '融资金额', '30000000');
  await fill(raising, '出让比例', '10');
  await fill(raising, '需求截止日期', '2027-06-30');
  await fill(raising, '资金用途', '用于近海试航与首批船队交付');
  await fill(raising, '联系人', '示例舵手');
  await fill(raising, '联系电话', PHONE);
  await press(raising, '提交审核');
  // The list of the founder's requests says how far it is.
  await raising.getByText('已提交，审核结果会通知您').waitFor();
  await raising
    .getByRole('row', { name: new RegExp(TITLE) })
    .getByText('审核中')
    .waitFor();

  const review = await product.open(staff, '/staff/financing');
  const dialog = await act(review, '通过');
  await press(dialog, '通过');
  await review
    .getByRole('row', { name: new RegExp(TITLE) })
    .getByText('融资中')
    .waitFor();
  expect(await review.getByRole('row', { name: new RegExp(TITLE) }).textContent()).toContain('星舵科技');
});

test('the founder gives the company a plan, and an investor finds the project and writes', async () => {
  await goTo(raising, '/contacts/settings');
  await upload(raising, '商业计划书 上传文件', '商业计划书.pdf', 'application/pdf', pdfOf('商业计划书'));
  await raising.getByText('商业计划书.pdf').waitFor();
  await press(raising, '保存商业计划书');
  await raising.getByText('已保存').first().waitFor();

  await looking.getByPlaceholder('搜索关键词').fill('星舵');
  await looking.getByRole('link', { name: '星舵科技' }).first().waitFor();
  const address = await looking.getByRole('link', { name: '星舵科技' }).first().getAttribute('href');
  await goTo(looking, (address ?? '').slice(1));
  await looking.getByRole('region', { name: '联系人' }).getByRole('button', { name: '加入跟进' }).click();
  await looking.getByText('已加入跟进').waitFor();
  await looking.getByRole('region', { name: '联系人' }).getByRole('button', { name: '私信' }).click();
  await write(looking, '您好，想了解一下这轮融资');
  expect(await room(looking).getByRole('heading', { level: 2 }).allTextContents()).toContain('联系人');
});

test('the founder answers and delivers the plan, which the investor opens', async () => {
  await raising.getByRole('button', { name: /^私信，\d+条未读$/ }).click();
  const interested = room(raising).getByRole('region', { name: '联系人' });
  await interested.getByRole('button', { name: '对您的项目感兴趣' }).first().click();
  await room(raising)
    .getByRole('list', { name: '对您的项目感兴趣' })
    .getByRole('button', { name: /示例投资人.*投资总监/ })
    .click();
  await messages(raising).getByText('您好，想了解一下这轮融资').waitFor();
  await write(raising, '您好，目前进展顺利');
  await messages(looking).getByText('您好，目前进展顺利').waitFor();
  await room(looking).locator('[aria-label="索要BP"]:not([aria-disabled])').click();
  await press(messages(raising), '同意');
  const chooser = raising.getByRole('dialog', { name: '选择要投递BP的企业' });
  await chooser.getByRole('radio').first().check();
  await press(chooser, '确定');
  const open = messages(looking).getByRole('button', { name: '查看BP' }).last();
  const [reader] = await Promise.all([investor.waitForEvent('page'), open.click()]);
  await reader.getByRole('region', { name: '第1页' }).getByText('商业计划书').waitFor();
  expect(await reader.title()).toContain('商业计划书');
  await reader.close();
});

test('the founder concludes, staff verify the deal, and the history of the company has it', async () => {
  await goTo(raising, '/financing');
  await press(raising, '关闭私信');
  const dialog = await act(raising, '完成融资');
  await fill(raising, '成交日期', '2026-11-20');
  await fill(raising, '成交金额', '30000000');
  await raising.getByRole('combobox', { name: '领投方' }).click();
  const institution = raising.getByRole('listbox').getByRole('option').first();
  const lead = (await institution.textContent()) ?? '';
  await institution.click();
  await raising.keyboard.press('Escape');
  await press(dialog, '同时提交收录到企业的融资历史：是');
  await press(dialog, '确认完成');
  await raising
    .getByRole('row', { name: new RegExp(TITLE) })
    .getByText('已完成')
    .waitFor();

  const review = await product.open(staff, '/staff/financing');
  const verifying = await act(review, '收录成交');
  await press(verifying, '收录成交');
  await verifying.waitFor({ state: 'detached' });

  await goTo(raising, '/identity');
  const company = raising.getByRole('list', { name: '我的企业' }).getByRole('link', { name: '星舵科技' });
  await goTo(raising, ((await company.getAttribute('href')) ?? '').slice(1));
  // The deal is there at once; what is counted of it follows.
  await raising
    .getByText('1 次', { exact: true })
    .or(raising.getByText('1次', { exact: true }))
    .first()
    .waitFor();
  const history = raising.getByRole('region', { name: '融资历程' });
  await history.scrollIntoViewIfNeeded();
  const deal = history.getByRole('listitem').filter({ hasText: 'A轮' });
  await deal.getByText('3000万人民币').waitFor();
  expect(await deal.textContent()).toContain(lead);
});
