import type { AnswerContent, Emptied } from '#schemas/api/jingchat.ts';
import type { PlanView } from '#schemas/api/jingchat-plan.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { MAX_OPERANDS } from '#generators/operators.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { isDate } from '#shared/assistant/field-facts.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { branchesOf } from '#shared/assistant/tree-groups.ts';
import { type AskableObject, measureWordOf } from '#shared/assistant/vocabulary.ts';
import type { LabelOf, WordSource } from '#shared/conditions/condition-words.ts';
import { Failure } from '#shared/errors.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import { listNamesIn } from '#server/core/lists/readable-lists.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import type { Services } from '#server/services.ts';
import { grownGroups, growthContent, growthNotes } from './growth-content.ts';
import { countWords, groupLabel, measureLabel } from './figure-words.ts';
import { groupsContent, numberContent } from './figures-content.ts';
import { type NextPlan, nextPlans } from './next-plans.ts';
import { shapeParts } from './plan-shape.ts';
import { narrowing, planParts, withoutPart, withParts } from './plan-words.ts';
import { recordsContent, saidOfOne } from './records-content.ts';
import { labelsOf } from './references.ts';
import { comparedContent } from './compared-content.ts';
import type { Result } from './result.ts';
import type { Assistant } from './service.ts';

export type ComposerDeps = Pick<Services, 'database' | 'catalog' | 'now'>;

/** An answer without what it answers. */
export interface Composed {
  readonly content: AnswerContent;
  readonly plan?: PlanView;
  readonly notes: readonly string[];
  readonly emptied: readonly Emptied[];
  readonly next: readonly string[];
}

/** Counts that are asked for at most to say which condition empties an answer. */
const MAX_COUNTS = 5;

const CONVERTED = '外币金额按人民币折算';

const COUNT = { fn: 'count' } as const;

/** Makes words, tables and notes of what a plan gave. */
export class Composer {
  readonly #deps: ComposerDeps;
  readonly #assistant: Assistant;
  readonly #queries: ReadQueries;

  constructor(deps: ComposerDeps, assistant: Assistant) {
    this.#deps = deps;
    this.#assistant = assistant;
    this.#queries = new ReadQueries(deps.database.reads, deps.database.kind === 'postgres');
  }

  /** @throws Failure FORBIDDEN where the object is closed to the user. */
  object(plan: Plan, actor: Actor): AskableObject {
    const object = this.#assistant.askable(actor).get(plan.object);
    if (!object) throw new Failure('FORBIDDEN');
    return object;
  }

  async compose(plan: Plan, result: Result, actor: Actor): Promise<Composed> {
    const object = this.object(plan, actor);
    if (plan.records)
      return {
        content: recordsContent(plan, result.kind === 'records' ? result.rows : [], object),
        plan: await this.view(plan, actor),
        notes: [],
        emptied: [],
        next: plan.records.length > 1 ? [] : this.nextOf(plan, actor).map(({ label }) => label),
      };
    // A list knows no more of its length than was needed for its page.
    const isCounted = result.kind === 'records' && result.totalIsExact;
    const total = isCounted ? result.total : await this.#count(plan, actor);
    const emptied = total === 0 ? await this.#emptied(plan, object, actor) : [];
    const isEmptyAnyway =
      total === 0 && emptied.length === 0 && partsOf(plan.filter).length + (plan.linked ?? []).length > 1;
    return {
      content: await this.#content(plan, result, total, actor),
      plan: await this.view(plan, actor),
      notes: isEmptyAnyway ? ['去掉其中任何一个条件，也没有结果'] : await this.#notes(plan, result, object, actor),
      emptied,
      next: total === 0 ? [] : this.nextOf(plan, actor).map(({ label }) => label),
    };
  }

  /** Questions that go on from a plan, with their plans. @throws Failure FORBIDDEN */
  nextOf(plan: Plan, actor: Actor): NextPlan[] {
    return nextPlans(plan, this.object(plan, actor), [...this.#assistant.askable(actor).values()]);
  }

  /** A plan with one of the other choices for a part of it that is no condition. @throws Failure FORBIDDEN */
  shaped(plan: Plan, { at, choice }: { readonly at: number; readonly choice: string }, actor: Actor): Plan | undefined {
    return shapeParts(plan, this.object(plan, actor))[at]?.choices.find(({ label }) => label === choice)?.plan;
  }

  /**
   * A plan with other conditions of its own, from outside; without any where there are none.
   * @throws Failure INVALID_QUERY with the place; FORBIDDEN
   */
  filtered(plan: Plan, filter: unknown, actor: Actor): Plan {
    if (filter === null) return withParts(plan, []);
    const object = this.object(plan, actor);
    try {
      return withParts(plan, partsOf(parseCondition({ apiName: plan.object, ...this.#source(object, actor) }, filter)));
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      throw new Failure('INVALID_QUERY', error.message, [{ field: error.path, message: error.message }]);
    }
  }

  #source(object: AskableObject, actor: Actor) {
    return {
      fields: object.fields,
      others: (apiName: string) => this.#assistant.askable(actor).get(apiName),
      lists: actor.id !== null,
    };
  }

  /** What the words of a plan are made of, the names of lists as the asker may read them among it. */
  async #words({ filter }: Plan, object: AskableObject, actor: Actor): Promise<WordSource> {
    return { ...this.#source(object, actor), listNames: await listNamesIn(this.#queries, filter, actor.id) };
  }

  async #labels(plan: Plan, object: AskableObject, actor: Actor): Promise<LabelOf> {
    const objects = this.#assistant.askable(actor);
    const scope = { rowsOf: rowsFor(actor), today: this.#today() };
    const asked = [
      { filter: plan.filter, fields: object.fields },
      ...(plan.linked ?? []).map(({ object: name, filter }) => ({ filter, fields: objects.get(name)?.fields ?? [] })),
    ];
    const all = await Promise.all(
      asked.map(({ filter, fields }) => labelsOf(filter, fields, this.#queries, this.#deps.catalog, scope)),
    );
    return (value, field) => {
      const at = asked.findIndex(({ fields }) => fields.includes(field));
      return (all[at] ?? all[0])?.(value, field) ?? value;
    };
  }

  #today(): string {
    return shanghaiDay(this.#deps.now());
  }

  /** A plan in words, with the list of its records. @throws Failure FORBIDDEN where the object is closed to the user. */
  async view(plan: Plan, actor: Actor): Promise<PlanView> {
    const object = this.object(plan, actor);
    const { filter, sort = [], select } = plan;
    const { route } = this.#deps.catalog.object(plan.object).definition;
    const order = sort.flatMap((one) => ('field' in one ? [one] : []));
    const state = {
      ...DEFAULT_LIST_STATE,
      filter,
      ...(order.length > 0 && { sort: order }),
      ...(select && { columns: [...new Set([object.nameField, ...select])] }),
    };
    return {
      objectApiName: plan.object,
      label: object.label,
      measureWord: measureWordOf(object),
      parts: planParts(
        plan,
        await this.#words(plan, object, actor),
        await this.#labels(plan, object, actor),
        this.#today(),
      ),
      shape: shapeParts(plan, object).map(({ text, choices }) => ({
        text,
        choices: choices.map(({ label }) => label),
      })),
      // A list has no words for what linked records are to be.
      ...(route !== undefined && !plan.linked && { listHref: route + encodeListState(state) }),
    };
  }

  async #content(plan: Plan, result: Result, total: number, actor: Actor): Promise<AnswerContent> {
    const object = this.object(plan, actor);
    const which = (plan.filter ?? plan.linked) ? '符合条件的' : '';
    if (total === 0) return { kind: 'list', sentence: `没有${which}${object.label}。`, columns: [], rows: [] };
    const { route } = this.#deps.catalog.object(plan.object).definition;
    if (result.kind === 'figures' && plan.compare)
      return comparedContent(plan, plan.compare, result.rows, object, route);
    if (result.kind === 'figures' && plan.growth)
      return plan.group ? grownGroups(plan, result, object, total) : growthContent(plan, result.rows, object, total);
    if (result.kind === 'figures')
      return plan.group
        ? groupsContent({
            plan,
            figures: result,
            object,
            total,
            route: plan.linked ? undefined : route,
            today: this.#today(),
          })
        : numberContent(plan, result.rows, object);
    const shown = result.rows.length;
    const rest = shown < total ? `，以下是前 ${countWords(shown, object)}` : '';
    const columns = result.fields.filter((name) => object.fields.some(({ apiName }) => apiName === name));
    return {
      kind: 'list',
      sentence:
        saidOfOne(plan, result.rows, object) ?? `${which}${object.label}共 ${countWords(total, object)}${rest}。`,
      columns,
      rows: [...result.rows],
    };
  }

  /** Records without the number that was asked for. */
  async #notes(plan: Plan, result: Result, object: AskableObject, actor: Actor): Promise<string[]> {
    if (result.kind !== 'figures') return [];
    const names = new Set((plan.measures ?? []).flatMap(({ field }) => field ?? []));
    const fields = [...names].flatMap((apiName) => object.fields.find((field) => field.apiName === apiName) ?? []);
    const notes = growthNotes(plan);
    const by = object.fields.find(({ apiName }) => apiName === plan.group?.by);
    const apart = by && valueType(by).operators.includes('empty') ? await this.#count(withEmpty(plan, by), actor) : 0;
    if (by && apart > 0) notes.push(`${countWords(apart, object)}没有“${by.label}”，不在各组中`);
    const beside = by && branchesOf(by, plan)?.apart;
    if (by && beside && beside.length > 0) {
      const some = Array.from({ length: Math.ceil(beside.length / MAX_OPERANDS) }, (_, at): Condition => ({
        field: by.apiName,
        op: 'in',
        value: beside.slice(at * MAX_OPERANDS, (at + 1) * MAX_OPERANDS),
      }));
      const left = await this.#count({ ...plan, filter: { and: [...partsOf(plan.filter), { or: some }] } }, actor);
      if (left > 0)
        notes.push(`${countWords(left, object)}的“${by.label}”没有具体到“${groupLabel(plan.group, by)}”，不在各组中`);
    }
    for (const field of fields) {
      const without = await this.#count(withEmpty(plan, field), actor);
      if (without > 0) notes.push(`${countWords(without, object)}没有“${field.label}”，未计入${wordsOf(plan, field)}`);
    }
    for (const field of fields.filter((one) => valueKind(one) === 'money' && !isOneCurrency(plan, one))) {
      if (!notes.includes(CONVERTED)) notes.push(CONVERTED);
      const left = await this.#assistant.unconverted(plan, field.apiName, actor);
      if (left > 0) notes.push(`${countWords(left, object)}的“${field.label}”只有区间，或没有汇率可以折算，未计入`);
    }
    return notes;
  }

  /** The conditions without which there would be records. */
  async #emptied(plan: Plan, object: AskableObject, actor: Actor): Promise<Emptied[]> {
    const words = await this.#words(plan, object, actor);
    const parts = planParts(plan, words, await this.#labels(plan, object, actor), this.#today());
    const emptied: Emptied[] = [];
    for (const { at, text } of parts.slice(0, MAX_COUNTS)) {
      const total = await this.#count(withoutPart(plan, at) ?? plan, actor);
      if (total > 0) emptied.push({ at, text, total });
    }
    return emptied;
  }

  async #count(plan: Plan, actor: Actor): Promise<number> {
    const counted = await this.#assistant.run({ ...narrowing(plan), measures: [COUNT] }, actor);
    return counted.kind === 'figures' ? Number(counted.rows[0]?.values[0] ?? 0) : 0;
  }
}

const isOneCurrency = ({ measures = [] }: Plan, { apiName }: FieldDefinition): boolean =>
  measures.every(({ field, currency }) => field !== apiName || currency !== undefined);

const withEmpty = (plan: Plan, { apiName }: FieldDefinition): Plan => ({
  ...narrowing(plan),
  filter: { and: [...partsOf(plan.filter), { field: apiName, op: 'empty' }] },
});

const wordsOf = (plan: Plan, field: FieldDefinition): string => {
  const of = (plan.measures ?? []).filter((measure) => measure.field === field.apiName);
  return isDate(field) ? '' : of.map((measure) => `“${measureLabel(measure, field)}”`).join('、');
};
