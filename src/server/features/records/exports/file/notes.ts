import { currencyColumns } from '#generators/field-types/currency.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { conditionWords } from './condition-words.ts';
import type { ExportPlan } from './export-plan.ts';
import { formatShanghai } from '#shared/time/format.ts';

function sortWords({ page, object }: ExportPlan): string {
  const words = page.keys.map(({ column, order }) => {
    const field = [...object.fields, ...page.own].find(
      (candidate) =>
        fieldType(candidate).sortColumn(candidate) === column ||
        currencyColumns(candidate.apiName).equivalent === column,
    );
    return `${field?.label ?? column}（${order === 'asc' ? '升序' : '降序'}）`;
  });
  return words.length > 0 ? words.join('、') : '最新的在前';
}

/** What a workbook says of itself: of what, when, by which filter, how many rows, and how to read them. */
export function exportNotes(plan: ExportPlan, rows: number, at: Date): (readonly [string, string])[] {
  const { condition, keyword, ids, except, others, own, listNames } = plan.page;
  return [
    ['内容', plan.object.definition.label],
    ['导出时间', `${formatShanghai(at, 'YYYY-MM-DD HH:mm')}（北京时间）`],
    [
      '筛选条件',
      condition ? conditionWords(condition, { fields: [...plan.object.fields, ...own], others, listNames }) : '无',
    ],
    ...(keyword === '' ? [] : [['关键词', keyword] as const]),
    ...(ids ? [['选择', `选中的 ${ids.length} 条`] as const] : []),
    ...(except ? [['选择', `除去 ${except.length} 条`] as const] : []),
    ['排序', sortWords(plan)],
    ['记录数', `${rows} 条`],
    ['阅读说明', '金额的折合人民币元按事件当日汇率计算；只知年份或月份的日期按已知部分列出；时间为北京时间。'],
    ['数据来源', '本平台收录的公开信息与用户提交的信息，以导出时为准，只含导出人有权查看的记录和字段。'],
  ];
}
