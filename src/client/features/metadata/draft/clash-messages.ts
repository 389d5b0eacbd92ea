import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import { ruleTitles } from '#generators/rule-title.ts';
import type { MergeClash } from '#shared/metadata/merge-parts.ts';

type Forms = Readonly<Record<string, LanguageForm>> | undefined;

/** What the metadata schema calls the end of a path in the form of a kind. */
function attribute(forms: Forms, kind: string, path: readonly string[]): string {
  const part = forms?.[kind]?.parts.find((candidate) => candidate.path.join() === path.join());
  return part?.label ?? path.join('.');
}

const LAYOUTS: Readonly<Record<string, string>> = { list: '列表布局', detail: '详情布局', form: '表单布局' };
const LISTS: Readonly<Record<string, string>> = {
  columns: '列',
  filters: '筛选',
  sort: '默认排序',
  tags: '标签',
  highlights: '重点字段',
  sections: '分区',
  related: '关联列表',
  charts: '图表',
};

/** The place of a clash in words, e.g. 字段“城市”的“最大长度”. */
export function clashPlace({ path }: MergeClash, object: ObjectDefinition, forms: Forms): string {
  const [head = '', second = '', ...rest] = path;
  const label = (apiName: string) =>
    findField(object, apiName)?.label ?? object.fields.find((field) => field.apiName === apiName)?.label ?? apiName;
  if (head === 'fields') {
    if (second === 'order') return '字段的顺序';
    return rest.length === 0
      ? `字段“${label(second)}”`
      : `字段“${label(second)}”的“${attribute(forms, 'field', rest)}”`;
  }
  if (head === 'rules') {
    if (second === 'order') return '规则的顺序';
    const part = rest[0] === 'message' ? '的提示' : rest.length > 0 ? '的内容' : '';
    const rule = object.rules.find(({ id }) => id === second);
    return `规则“${rule ? ruleTitles(object.rules, label)(rule) : second}”${part}`;
  }
  const layout = LAYOUTS[head];
  if (layout === undefined) return `对象的“${attribute(forms, 'object', path)}”`;
  const list = LISTS[second] ?? second;
  const [third = '', ...last] = rest;
  if (third === 'home') return `${layout}中字段“${label(last[0] ?? '')}”所在的分区`;
  if (third === 'order') return `${layout}中${list}的顺序`;
  if (third === '') return `${layout}的“${list}”`;
  return last.length === 0 ? `${layout}的${list}“${third}”` : `${layout}的${list}“${third}”（${last.join('.')}）`;
}

/** One side of a clash in words short enough to compare; `labelOf` gives the label of a name in a list. */
export function sideLabel(value: unknown, labelOf: (name: string) => string | undefined): string {
  if (value === undefined || value === null) return '（无）';
  if (value === true) return '是';
  if (value === false) return '否';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.map((entry) => labelOf(String(entry)) ?? String(entry)).join('、');
  return JSON.stringify(value, null, 2);
}
