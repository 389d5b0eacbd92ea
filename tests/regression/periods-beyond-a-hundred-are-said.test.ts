import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());

// Five weeks with companies lie within eleven years: only the last hundred weeks were shown, and nothing was said of the others.
test('weeks that are too many to be shown are the latest ones, and the earlier ones are counted as one', async () => {
  const { answer } = await askAs(app, founder, '每周成立的企业数量');
  const { sentence, rows } = contentOf(answer, 'groups');
  expect(sentence).toBe('企业按“成立时间”共 5 组，以下是2024年第10周以来的；更早的 4 组合计 4 家。');
  expect(rows).toHaveLength(101);
  expect([rows[0]?.label, rows.at(-2)?.texts]).toEqual(['2024年第10周', ['1 家']]);
  expect(rows.at(-1)).toMatchObject({ label: '更早的（4 组）', texts: ['4 家'] });
});
