// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { FIELD_TYPES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType, isComputed, valueType } from '#generators/field-types/registry.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { theme } from '#client/app/shell/theme.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { cellOf, cellText } from '#client/ui/field-types/registry.ts';
import { twoValues } from '#tests/support/metadata/known-values.ts';
import { LOOKUPS } from './fake-server.ts';
import { FINANCING } from './financing.ts';
import './no-layout.ts';

afterEach(cleanup);

/** One value of each type and how it reads. */
const SAMPLES: Readonly<Partial<Record<FieldTypeName, { readonly value: FieldValue; readonly reads: string }>>> = {
  text: { value: '星河智造', reads: '星河智造' },
  longText: { value: '第一行\n第二行', reads: '第一行\n第二行' },
  url: { value: 'https://www.example.com/a', reads: 'example.com/a' },
  phone: { value: '010-8888转12', reads: '010-8888转12' },
  email: { value: 'a@b.cn', reads: 'a@b.cn' },
  integer: { value: 1250, reads: '1,250人' },
  decimal: { value: '12345.5', reads: '12,345.5' },
  percent: { value: '12.5', reads: '12.5%' },
  currency: { value: { num: '350000000', currency: 'USD', equivalentMoney: '2500000000' }, reads: '3.5亿美元' },
  date: { value: '2019-06', reads: '2019年6月' },
  dateTime: { value: '2026-05-01T06:30:00Z', reads: '2026-05-01 14:30' },
  select: { value: 'b', reads: 'B轮' },
  multiSelect: { value: ['ai', 'chip'], reads: '人工智能半导体' },
  treeSelect: { value: '4403', reads: '广东 / 深圳' },
  boolean: { value: false, reads: '否' },
  reference: { value: { id: '7', name: '星河智造' }, reads: '星河智造' },
  multiReference: { value: [{ id: '7', name: '甲' }, { id: '8' }], reads: '甲、#8' },
  textList: { value: ['银河', '星河'], reads: '银河、星河' },
  image: { value: { url: `/files/public/${'0'.repeat(32)}`, name: 'x.png' }, reads: '' },
  file: { value: { url: 'https://files.example.com/x.pdf', name: 'x.pdf', size: 2048 }, reads: 'x.pdf' },
  formula: { value: '17', reads: '17亿元' },
};

const fieldOf = (type: FieldTypeName): FieldDefinition =>
  FINANCING.fields.find((candidate) => candidate.type === type) ?? { apiName: 'it', type, label: '它' };

/** A value of a type that has no sample above, which its cell then shows as its line of text says. */
function derivedSample(field: FieldDefinition) {
  const [value] = twoValues(field);
  return { value, reads: cellText(value, field, LOOKUPS) };
}

const show = (element: ReactElement) => render(<ThemeProvider theme={theme}>{element}</ThemeProvider>);

/** An input as a form holds it: what it hands on comes back as its value. */
function Held({
  field,
  start,
  problem,
  heard,
}: {
  field: FieldDefinition;
  start: FieldValue;
  problem?: string;
  heard: (value: FieldValue) => void;
}) {
  const [value, setValue] = useState(start);
  const { Input } = editorsOf(field);
  return (
    <>
      <label id="it-label" htmlFor="it">
        {field.label}
      </label>
      <Input
        id="it"
        field={field}
        value={value}
        onChange={(next) => {
          heard(next);
          setValue(next);
        }}
        onBlur={() => undefined}
        problem={problem}
        required={false}
        lookups={LOOKUPS}
        describedBy="it-note"
      />
    </>
  );
}

function hold(field: FieldDefinition, start: FieldValue, problem?: string) {
  const heard: FieldValue[] = [];
  show(
    <Held
      field={field}
      start={start}
      heard={(value) => heard.push(value)}
      {...(problem !== undefined && { problem })}
    />,
  );
  return heard;
}
const control = () => document.getElementById('it') as HTMLInputElement;

describe.each(FIELD_TYPES)('a %s field', (type) => {
  const field = fieldOf(type);
  const { value, reads } = SAMPLES[type] ?? derivedSample(field);
  const Cell = cellOf(field);
  const { Filter } = editorsOf(field);

  test('reads in a cell, and shows — when nothing is known', () => {
    const { container, rerender } = show(<Cell field={field} value={value} options={LOOKUPS} />);
    expect(container.textContent).toBe(reads);
    for (const nothing of [undefined, null]) {
      rerender(<Cell field={field} value={nothing} options={LOOKUPS} />);
      expect(container.textContent).toBe('—');
    }
  });

  test('shows its value in the form without handing anything on', () => {
    expect(hold(field, value)).toEqual([]);
    expect(control()).not.toBeNull();
  });

  test('carries its problem where assistive technology finds it', () => {
    hold(field, isComputed(field) ? value : undefined, '必填');
    expect(document.querySelector('[aria-describedby~="it-note"]')).not.toBeNull();
    if (isComputed(field)) return;
    if (control().tagName === 'INPUT') fireEvent.focus(control());
    expect(document.querySelector('[aria-invalid="true"], [data-problem]')).not.toBeNull();
  });

  test.each(valueType(field).operators)('compares with %s', (op) => {
    const heard: Comparison[] = [];
    const comparison: Comparison = { field: field.apiName, op };
    const { container } = show(
      <Filter field={field} comparison={comparison} onChange={(next) => heard.push(next)} lookups={LOOKUPS} />,
    );
    const shape = OPERATOR_FORMS[op].shape;
    const editors = container.querySelectorAll('input, button[role="combobox"], button[aria-pressed="false"]').length;
    expect(editors > 0).toBe(shape !== 'nothing');
    expect(heard).toEqual([]);
  });
});

describe('typing', () => {
  const typed: Partial<Record<FieldTypeName, readonly [text: string, value: FieldValue, shown: string]>> = {
    text: [' 星河 ', '星河', '星河'],
    longText: ['一\n二', '一\n二', '一\n二'],
    url: ['example.com', 'https://example.com', 'https://example.com'],
    integer: ['1,250', 1250, '1,250'],
    decimal: ['1,250.50', '1250.5', '1,250.5'],
    percent: ['12.5%', '12.5', '12.5'],
    currency: ['3.5亿', { num: '350000000', currency: 'CNY' }, '350,000,000'],
    date: ['2019年6月', '2019-06', '2019-06'],
    dateTime: ['2026-05-01 14:30', '2026-05-01T06:30:00Z', '2026-05-01 14:30'],
  };
  test.each(Object.entries(typed))('%s', (type, [text, value, shown]) => {
    const heard = hold(fieldOf(type as FieldTypeName), undefined);
    fireEvent.change(control(), { target: { value: text } });
    fireEvent.blur(control());
    expect(heard.at(-1)).toEqual(value);
    expect(control().value).toBe(shown);
    fireEvent.change(control(), { target: { value: '' } });
    fireEvent.blur(control());
    expect(heard.at(-1)).toBeUndefined();
  });

  test.each(['integer', 'decimal', 'date', 'currency'] as const)(
    'what is no %s stays where it was typed, for validation to refuse',
    (type) => {
      const heard = hold(fieldOf(type), undefined);
      fireEvent.change(control(), { target: { value: '十二左右' } });
      fireEvent.blur(control());
      expect(control().value).toBe('十二左右');
      expect(JSON.stringify(heard.at(-1))).toContain('十二左右');
    },
  );

  test('a band takes the place of an amount', () => {
    const heard = hold(fieldOf('currency'), { num: '5', currency: 'USD' });
    fireEvent.change(screen.getByLabelText('拟融资金额量级'), { target: { value: 'm' } });
    expect(heard.at(-1)).toEqual({ band: 'm' });
    expect(control().disabled).toBe(true);
  });

  test('choosing a currency before the amount invents no amount', () => {
    const heard = hold(fieldOf('currency'), undefined);
    fireEvent.change(screen.getByLabelText('拟融资金额币种'), { target: { value: 'USD' } });
    expect(heard).toEqual([]);
    fireEvent.change(control(), { target: { value: '12' } });
    expect(heard.at(-1)).toEqual({ num: '12', currency: 'USD' });
  });

  test('the counter shows near the limit and counts characters as people do', () => {
    hold({ ...fieldOf('text'), maxLength: 10 }, '𠮷'.repeat(9));
    expect(screen.getByText('9/10')).toBeDefined();
  });

  test('pressing the chosen answer again clears it', () => {
    const heard = hold(fieldOf('boolean'), undefined);
    fireEvent.click(screen.getByText('是'));
    fireEvent.click(screen.getByText('是'));
    expect(heard).toEqual([true, undefined]);
  });
});

describe('choosing', () => {
  test('a tree is chosen level by level, and found by another spelling', async () => {
    const heard = hold(fieldOf('treeSelect'), undefined);
    fireEvent.click(control());
    fireEvent.click(await screen.findByText('广东', { selector: 'li span' }));
    fireEvent.click(screen.getByText('广州', { selector: 'li span' }));
    expect(heard).toEqual(['44', '4401']);
    fireEvent.click(control());
    fireEvent.change(screen.getByPlaceholderText('名称、拼音或首字母，回车选中'), { target: { value: '浦东' } });
    fireEvent.click(screen.getByText('上海 / 浦东新区', { selector: 'li span' }));
    expect(heard.at(-1)).toBe('3101');
  });

  test('a record is found by its name and kept with it', async () => {
    const heard = hold(fieldOf('reference'), undefined);
    fireEvent.pointerDown(control());
    fireEvent.focus(control());
    fireEvent.click(await screen.findByText('云帆生物', { selector: 'li' }));
    expect(heard.at(-1)).toEqual({ id: '8', name: '云帆生物' });
  });

  test('several options are kept in the order chosen, and an empty choice is none', async () => {
    const heard = hold(fieldOf('multiSelect'), undefined);
    fireEvent.pointerDown(control());
    fireEvent.focus(control());
    fireEvent.click(await screen.findByText('半导体', { selector: 'li' }));
    fireEvent.click(screen.getByText('人工智能', { selector: 'li' }));
    expect(heard.at(-1)).toEqual(['chip', 'ai']);
    fireEvent.keyDown(control(), { key: 'Backspace' });
    fireEvent.keyDown(control(), { key: 'Backspace' });
    expect(heard.at(-1)).toBeUndefined();
  });

  test('a pasted list of texts is split, and what is typed counts when the field is left', () => {
    const heard = hold(fieldOf('textList'), undefined);
    fireEvent.focus(control());
    fireEvent.change(control(), { target: { value: '银河、星河，银河' } });
    fireEvent.blur(control());
    expect(heard.at(-1)).toEqual(['银河', '星河']);
  });
});

test('no stored text becomes a link that runs script', () => {
  const Cell = cellOf({ type: 'url' });
  const { container } = show(<Cell field={fieldOf('url')} value="javascript:alert(1)" options={LOOKUPS} />);
  expect(container.querySelector('a')).toBeNull();
  expect(fieldType(fieldOf('url')).type).toBe('url');
});
