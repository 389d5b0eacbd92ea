import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailTabs } from '#generators/detail-blocks.ts';
import { formSections } from '#generators/ui-schema.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Where staff see a field that they added to companies: the tab and the section of the page, and the section of the form. */
async function placeOf(field: { apiName: string; type: string; label: string }) {
  const { definition } = made(await saveField(test, 'InsightCompany', field));
  const places = detailTabs(definition).flatMap((tab) =>
    tab.blocks.flatMap((block) =>
      block.kind === 'section' && block.section.fields.some(({ apiName }) => apiName === field.apiName)
        ? [`${tab.label} › ${block.label}`]
        : [],
    ),
  );
  const form = formSections(definition).filter(({ fields }) => fields.includes(field.apiName));
  return { detail: places, form: form.map(({ label }) => label), definition };
}

describe('a field that staff add to companies', () => {
  it('is on the page and in the form beside fields like it', async () => {
    expect(await placeOf({ apiName: 'hotline', type: 'phone', label: '客服电话' })).toMatchObject({
      detail: ['工商与来源 › 联系方式'],
      form: ['联系方式'],
    });
    expect(await placeOf({ apiName: 'history', type: 'longText', label: '发展历程' })).toMatchObject({
      detail: ['概览 › 企业介绍'],
      form: ['企业介绍'],
    });
  });

  it('is in a section of its own before the sources where none is like it', async () => {
    const { definition, ...places } = await placeOf({ apiName: 'patents', type: 'integer', label: '专利数量' });
    expect(places).toEqual({ detail: ['工商与来源 › 其他信息'], form: ['其他信息'] });
    const last = (labels: (string | undefined)[]) => labels.slice(-2);
    expect(last(formSections(definition).map(({ label }) => label))).toEqual(['其他信息', '数据来源']);
    expect(
      last(
        detailTabs(definition)
          .at(-1)
          ?.blocks.map(({ label }) => label) ?? [],
      ),
    ).toEqual(['其他信息', '数据来源']);
  });
});
