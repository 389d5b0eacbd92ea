import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let founder: BrowserContext;
let staff: BrowserContext;
let card: Buffer;
beforeAll(async () => {
  product = await startRunningApp();
  founder = await product.openBrowser('founder');
  staff = await product.openBrowser('staff');
  card = await sharp({ create: { width: 900, height: 540, channels: 3, background: '#2f6fed' } })
    .withExif({ IFD0: { Make: 'SecretCam' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => product.close());

const status = async (context: BrowserContext, address: string): Promise<number> =>
  (await context.request.get(product.address + address)).status();

test('a picture chosen in a form is shown at once, seen by staff, and by no other member', async () => {
  const page = await product.open(founder, '/form/AwardRecord');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '获奖证书 上传图片' }).click();
  await (await chooser).setFiles({ name: '获奖证书.jpg', mimeType: 'image/jpeg', buffer: card });
  const preview = page.getByRole('img', { name: '获奖证书.jpg' });
  await preview.waitFor();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  await page.getByText('不公开，仅本人与审核人员可见').waitFor();
  const address = (await preview.getAttribute('src')) ?? '';
  expect(address).toMatch(/^\/files\/private\/[0-9a-f]{32}$/);

  await page.getByLabel(/^奖项名称/).fill('示例年度奖');
  await page.getByLabel(/^获奖时间/).fill('2025');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page
    .getByText(/创建成功/)
    .first()
    .waitFor();

  expect(await status(staff, address)).toBe(200);
  expect(await status(founder, address)).toBe(200);
  const bytes = await (await founder.request.get(product.address + address)).body();
  expect(bytes.includes('SecretCam')).toBe(false);
  for (const who of ['member', 'investor', 'visitor'] as const)
    expect(await status(await product.openBrowser(who), address)).toBe(404);
  await page.close();
});

test('a file of the wrong kind is refused in words, beside its field', async () => {
  const page = await product.open(founder, '/form/AwardRecord');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '获奖证书 上传图片' }).click();
  // It calls itself a picture; the server looks into it.
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<script>') });
  await page.getByRole('alert').getByText('上传格式错误！').waitFor();
  expect(await page.getByRole('button', { name: '获奖证书 上传图片' }).isEnabled()).toBe(true);
  await page.close();
});
