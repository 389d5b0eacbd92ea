import Form from '@rjsf/mui';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stockUiSchema } from '#generators/portable/form-schema.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { GENERATED, inFiles, plainAjv, SHIPPED } from '#tests/support/metadata/portable.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function showStock(object: ObjectDefinition) {
  const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  const write = inFiles(object).write as RJSFSchema;
  const submitted = vi.fn<(data: unknown) => void>();
  const shown = render(
    <Form
      schema={write}
      uiSchema={stockUiSchema(object) as UiSchema}
      // One that has compiled a hundred schemas is slower with each.
      validator={customizeValidator({ AjvClass: Ajv2020 })}
      onSubmit={({ formData }) => submitted(formData)}
      noHtml5Validate
    />,
  );
  return { complaints, write, submitted, ...shown };
}

describe('stock rjsf', () => {
  it.each([...SHIPPED, ...GENERATED.slice(0, 100)])('shows $apiName without a complaint', (object) => {
    const { complaints, container } = showStock(object);
    expect(container.querySelectorAll('input, textarea').length).toBeGreaterThan(0);
    expect(container.textContent).not.toContain('Unsupported field schema');
    for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
  });

  it('names options in Chinese, begins with none, and sends what the schema takes', () => {
    const fund = SHIPPED.find(({ apiName }) => apiName === 'InsightFund') as ObjectDefinition;
    const { submitted, write, container } = showStock(fund);
    fireEvent.change(screen.getByLabelText(/基金名称/), { target: { value: '星海一号' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /基金类型/ }));
    const listed = within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(listed).toContain('创业投资基金');
    fireEvent.click(screen.getByRole('option', { name: '并购基金' }));
    fireEvent.submit(container.querySelector('form') as HTMLFormElement);
    expect(submitted).toHaveBeenCalledTimes(1);
    const [[data]] = submitted.mock.calls as [[Record<string, unknown>]];
    expect(data).toMatchObject({ name: '星海一号', type: '并购基金' });
    expect(data).not.toHaveProperty('status');
    expect(plainAjv().compile(write as object)(data)).toBe(true);
  });
});
