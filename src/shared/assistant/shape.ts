import { Asked } from './asked.ts';
import { findCounts, measureOf, MEASURES } from './figures.ts';
import { isNumeric } from './field-facts.ts';
import { findGroups } from './groups.ts';
import { findLimits, findOrders, findSuperlatives } from './orders.ts';
import type { WordKind } from './phrases.ts';
import type { Plan } from './plan.ts';
import { added, type Said, ShapeDraft } from './shape-draft.ts';
import type { Tokens } from './tokens.ts';
import type { AskableObject } from './vocabulary.ts';

type Shape = Omit<Plan, 'object' | 'filter'>;
interface Shaped extends Shape {
  readonly assumptions: readonly string[];
}

/** What a question wants to see of the records that it is about: which fields, put together how, in which order, how many. */
export function shapeOf(tokens: Tokens, object: AskableObject, said: Said): Shaped {
  const draft = new ShapeDraft(tokens, object, said);
  for (const [word, fn] of MEASURES) for (const token of tokens.words(word)) measureOf(draft, token, fn);
  findGroups(draft);
  findOrders(draft);
  findSuperlatives(draft);
  findCounts(draft);
  const limit = findLimits(draft);
  const select = selectedFields(draft);
  const { group, measures, having, sort, assumptions } = draft;
  return {
    ...(select.length > 0 && { select }),
    ...(group && { group }),
    ...(measures.length > 0 && { measures }),
    ...(having && { having }),
    ...(sort.length > 0 && { sort }),
    ...(limit !== undefined && { limit }),
    assumptions,
  };
}

/** Fields that nothing else has taken: they are what the question asks for. Of groups, numbers are added up. */
function selectedFields(draft: ShapeDraft): string[] {
  const asked = new Asked(draft.tokens, draft.object);
  const select: string[] = [];
  const hasFigures = draft.group !== undefined || draft.measures.length > 0;
  for (const { field, token } of asked.fields()) {
    // Figures have no room for a field that is no number: it stays unsaid.
    if (hasFigures && (!draft.group || !isNumeric(field))) {
      token.used = field.apiName === draft.group?.by;
      continue;
    }
    if (hasFigures) {
      draft.measure({ fn: added(field), field: field.apiName });
      draft.assumptions.push(`“${field.label}”按${added(field) === 'avg' ? '平均值' : '合计'}计算`);
    } else if (!select.includes(field.apiName)) select.push(field.apiName);
  }
  if (draft.group && draft.measures.length === 0) draft.measure({ fn: 'count' });
  return select;
}

/** Words that say nothing by themselves. */
export const SILENT: readonly WordKind[] = ['filler', 'is', 'which', 'and', 'all', 'byField', 'having'];
