import type { ListView } from '#schemas/api/list-view.ts';
import { MAX_AT_LEAST } from '#schemas/generated/metadata/condition.ts';
import type { FilterField } from '#generators/filters.ts';
import { filterFields } from '#generators/filters.ts';
import { comparisonProblem } from './comparison-draft.ts';
import type { DraftExistence, DraftGroup } from './filter-draft.ts';
import type { ListLookups } from './label-of.ts';

/** What the lines of one group are about: fields, and objects whose records point there. */
export interface DraftScope {
  readonly fields: readonly FilterField[];
  readonly pointing: NonNullable<ListView['pointing']>;
  /** May the user ask what is noted on the records? */
  readonly hasNotes: boolean;
  /** May dates be compared with the last look of whom the records are for? */
  readonly lastLook: boolean;
}

/** The scope of an object's list. */
export const scopeOf = (view: ListView, lastLook = false): DraftScope => ({
  fields: filterFields({ ...view, lastLook }),
  pointing: view.pointing ?? [],
  hasNotes: view.hasNotes === true,
  lastLook,
});

function existenceProblem({ objectApiName, fields, atLeast }: DraftExistence, { pointing }: DraftScope) {
  if (!pointing.some((object) => object.objectApiName === objectApiName)) return '请选择对象';
  if (fields.length === 0) return '请选择关联字段';
  const isNumber = Number.isInteger(atLeast) && (atLeast ?? 0) >= 1 && (atLeast ?? 0) <= MAX_AT_LEAST;
  return isNumber ? undefined : `至少的条数应为 1 到 ${MAX_AT_LEAST} 的整数`;
}

/** What is wrong with the lines of a draft, by their keys. Fields of objects that are still being read are not judged. */
export function draftProblems(
  { rows }: DraftGroup,
  scope: DraftScope,
  viewOf: NonNullable<ListLookups['listView']>,
): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const take = (others: ReadonlyMap<number, string>) => {
    for (const [key, problem] of others) problems.set(key, problem);
  };
  const say = (key: number, problem: string | undefined) => {
    if (problem !== undefined) problems.set(key, problem);
  };
  for (const row of rows) {
    if (row.kind === 'group') take(draftProblems(row.group, scope, viewOf));
    else if (row.kind === 'existence') {
      say(row.key, existenceProblem(row.existence, scope));
      const view = viewOf(row.existence.objectApiName);
      if (view) take(draftProblems(row.existence.filter, scopeOf(view, scope.lastLook), viewOf));
    } else if (row.kind === 'noted') {
      say(row.key, row.noted.contains?.trim() === '' ? '请填写笔记中的字词' : undefined);
    } else if (row.kind === 'comparison') {
      const field = scope.fields.find((offered) => offered.field.apiName === row.comparison.field)?.field;
      say(row.key, field ? comparisonProblem(row.comparison, field, scope.lastLook) : '请选择字段');
    }
  }
  return problems;
}
