import { Value } from 'typebox/value';
import {
  AggregateInput,
  DescribeInput,
  FindNamesInput,
  MAX_FOUND_NAMES,
  MAX_TOOL_ROWS,
  QueryInput,
  RelatedInput,
} from '#schemas/api/assistant-tools.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { fieldType, isLinking, isList, valueKind, valueType } from '#generators/field-types/registry.ts';
import { NO_EVIDENCE } from '#shared/assistant/checking/evidence.ts';
import { unitOf } from '#shared/assistant/field-facts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { fold } from '#shared/text/fold.ts';
import { listAccess, pointingObjects } from '#server/core/lists/list-access.ts';
import type { Services } from '#server/services.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import { openCondition, openField } from './plan-input.ts';
import { figuresResult, recordsResult } from './results.ts';
import { saidRow } from './row-values.ts';
import type { Tool, ToolResult } from './tool.ts';

type Deps = Pick<Services, 'catalog' | 'reader' | 'now'>;

/** Options of a field that are written out. */
const MOST_OPTIONS = 60;
const BARE = { cited: [], plans: [] };

/**
 * What can be asked of the data by a program that speaks for a user: the same lists, conditions and rights as on the
 * screens of that user. An object or field that is closed is as one that is not there.
 */
export class AssistantTools {
  readonly all: readonly Tool[];
  readonly #deps: Deps;
  readonly #assistant: Assistant;

  constructor(deps: Deps, assistant: Assistant) {
    this.#deps = deps;
    this.#assistant = assistant;
    const tool = <Input>(
      name: string,
      description: string,
      input: Tool['input'],
      call: (input: Input, actor: Actor) => Promise<ToolResult>,
    ): Tool => ({ name, description, input, call });
    this.all = [
      tool('find_names', '按名称查找记录，返回对象、id 和名称', FindNamesInput, (input: FindNamesInput, actor) =>
        this.#findNames(input, actor),
      ),
      tool(
        'describe',
        '列出可以查询的对象；给出对象时列出其字段、可用的条件和选项',
        DescribeInput,
        (input: DescribeInput, actor) => this.#describe(input, actor),
      ),
      tool('query', `按条件列出记录，最多 ${MAX_TOOL_ROWS} 条，并返回总数`, QueryInput, (input: QueryInput, actor) =>
        this.#query(input, actor),
      ),
      tool(
        'aggregate',
        '按条件统计：数量、合计、平均、最大、最小，可以分组',
        AggregateInput,
        (input: AggregateInput, actor) => this.#aggregate(input, actor),
      ),
      tool(
        'related',
        '一条记录的内容，以及指向它的记录有哪些；给出 list 时列出那个对象的记录',
        RelatedInput,
        (input: RelatedInput, actor) => this.#related(input, actor),
      ),
    ];
  }

  /** Runs a tool by its name. @throws Failure with words for the caller: an unknown tool, a wrong input, or as the lists do. */
  async call(name: string, input: unknown, actor: Actor): Promise<ToolResult> {
    const tool = this.all.find((one) => one.name === name);
    if (!tool) throw new Failure('INVALID_QUERY', `没有工具“${name.slice(0, 40)}”`);
    const [fault] = Value.Errors(tool.input, input);
    if (fault) throw new Failure('INVALID_QUERY', `参数 ${fault.instancePath} 不正确：${fault.message}`.slice(0, 200));
    return tool.call(input as never, actor);
  }

  #object(apiName: string, actor: Actor): AskableObject {
    const object = this.#assistant.askable(actor).get(apiName);
    if (!object) throw new Failure('INVALID_QUERY', `没有对象“${apiName.slice(0, 40)}”`);
    return object;
  }

  #condition(object: AskableObject, filter: unknown, actor: Actor): Condition | undefined {
    return openCondition(object, filter, (other) => this.#assistant.askable(actor).get(other));
  }

  async #findNames({ text, objects }: FindNamesInput, actor: Actor): Promise<ToolResult> {
    const askable = [...this.#assistant.askable(actor).values()].filter(
      ({ apiName }) => !objects || objects.includes(apiName),
    );
    const found = await Promise.all(
      askable.map(async ({ apiName, label }) => {
        const object = this.#deps.catalog.object(apiName);
        const { owner, scope } = listAccess(object, actor, this.#deps.now(), this.#deps.catalog);
        const { readable } = scope;
        const asked = { text, limit: MAX_FOUND_NAMES, owner, scope, readable };
        const names = await this.#deps.reader.searchNames(object, asked);
        return names.map(({ id, name, rank }) => ({ object: apiName, label, id, name, rank }));
      }),
    );
    const best = found
      .flat()
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, MAX_FOUND_NAMES);
    return {
      data: { names: best.map(({ object, id, name }) => ({ object, id, name })) },
      evidence: { ...NO_EVIDENCE, texts: best.flatMap(({ name, label }) => [fold(name).trim(), fold(label)]) },
      cited: best.map(({ object, id, name }) => ({ objectApiName: object, id, label: name })),
      plans: [],
    };
  }

  async #describe({ object: apiName }: DescribeInput, actor: Actor): Promise<ToolResult> {
    if (apiName === undefined || apiName === '') {
      const objects = Array.from(this.#assistant.askable(actor).values(), ({ apiName: object, label }) => ({
        object,
        label,
      }));
      return {
        ...BARE,
        data: { objects },
        evidence: { ...NO_EVIDENCE, texts: objects.map(({ label }) => fold(label)) },
      };
    }
    const object = this.#object(apiName, actor);
    const fields = object.fields.map((field) => {
      const options = field.selectOptions ?? [];
      const unit = unitOf(field);
      return {
        field: field.apiName,
        label: field.label,
        kind: valueKind(field),
        ops: valueType(field).operators,
        ...(unit !== '' && { unit }),
        ...(options.length > 0 && { options: options.slice(0, MOST_OPTIONS).map(({ label }) => label) }),
        ...(field.targetApiName !== undefined && { links: field.targetApiName }),
      };
    });
    const texts = fields.flatMap(({ label, options = [] }) => [label, ...options]);
    return {
      ...BARE,
      data: { object: apiName, label: object.label, fields },
      evidence: { ...NO_EVIDENCE, texts: [object.label, ...texts].map(fold) },
    };
  }

  async #query({ object: apiName, filter, select, sort, limit }: QueryInput, actor: Actor): Promise<ToolResult> {
    const object = this.#object(apiName, actor);
    const condition = this.#condition(object, filter, actor);
    const plan = {
      object: apiName,
      ...(condition && { filter: condition }),
      ...(select && { select: select.map((name) => openField(object, name).apiName) }),
      ...(sort && { sort: sort.map(({ field, order }) => ({ field: openField(object, field).apiName, order })) }),
      ...(limit !== undefined && { limit }),
    };
    return this.#records(plan, actor, object);
  }

  async #records(plan: Plan, actor: Actor, object: AskableObject): Promise<ToolResult> {
    const result = await this.#assistant.run(plan, actor, MAX_TOOL_ROWS);
    if (result.kind !== 'records' || result.totalIsExact) return recordsResult(plan, result, object);
    // A list knows no more of its length than was needed for its page.
    const { sort: _sort, select: _select, limit: _limit, ...which } = plan;
    const counted = await this.#assistant.run({ ...which, measures: [{ fn: 'count' }] }, actor);
    const total = counted.kind === 'figures' ? Number(counted.rows[0]?.values[0] ?? 0) : 0;
    return recordsResult(plan, { ...result, total, totalIsExact: true }, object);
  }

  async #aggregate(input: AggregateInput, actor: Actor): Promise<ToolResult> {
    const { object: apiName, filter, group, measures, sort, limit = MAX_TOOL_ROWS } = input;
    const object = this.#object(apiName, actor);
    const condition = this.#condition(object, filter, actor);
    const by = group && openField(object, group.by);
    if (by && fieldType(by).group === undefined) throw new Failure('INVALID_QUERY', `不能按“${by.label}”分组`);
    const plan = {
      object: apiName,
      ...(condition && { filter: condition }),
      ...(by && { group: { by: by.apiName, ...(group?.unit && { unit: group.unit }) } }),
      measures: measures.map(({ fn, field }) => ({
        fn,
        ...(fn !== 'count' && { field: openField(object, field ?? '').apiName }),
      })),
      ...(sort?.every(({ measure }) => measure < measures.length) && { sort }),
      ...(group && { limit }),
    };
    return figuresResult(plan, await this.#assistant.run(plan, actor), object);
  }

  async #related({ object: apiName, id, list }: RelatedInput, actor: Actor): Promise<ToolResult> {
    const askable = this.#object(apiName, actor);
    const { catalog, reader, now } = this.#deps;
    const object = catalog.object(apiName);
    const { owner, scope } = listAccess(object, actor, now(), catalog);
    const fields = askable.fields.map(({ apiName: name }) => name);
    const { list: rows } = await reader.list(object, { ids: [id], owner, fields, pageSize: 1 }, scope);
    const [row] = rows;
    if (!row) throw new Failure('INVALID_QUERY', '没有这条记录');
    const pointing = pointingObjects(object, catalog.storedObjects, actor).filter(({ objectApiName }) =>
      this.#assistant.askable(actor).has(objectApiName),
    );
    const planOf = (other: string) => {
      const links = (pointing.find(({ objectApiName }) => objectApiName === other)?.fields ?? []).flatMap((link) =>
        this.#object(other, actor).fields.filter((field) => field.apiName === link.apiName && isLinking(field)),
      );
      const parts = links.map((field) => ({
        field: field.apiName,
        op: isList(field) ? ('containsAny' as const) : ('in' as const),
        value: [id],
      }));
      if (parts.length === 0) throw new Failure('INVALID_QUERY', `没有指向它的“${other.slice(0, 40)}”`);
      return { object: other, filter: parts.length === 1 && parts[0] ? parts[0] : { or: parts } };
    };
    if (list !== undefined) {
      const plan = planOf(list);
      return this.#records(plan, actor, this.#object(list, actor));
    }
    const name = String(row[askable.nameField] ?? id);
    const { data, evidence } = saidRow(row, askable.fields, name);
    const lists = pointing.map(({ objectApiName, label }) => ({ list: objectApiName, label }));
    return {
      ...BARE,
      data: { record: data, lists },
      evidence: {
        ...evidence,
        texts: [
          ...evidence.texts,
          ...lists.map(({ label }) => fold(label)),
          ...askable.fields.map(({ label }) => fold(label)),
        ],
      },
      cited: [{ objectApiName: apiName, id, label: name }],
    };
  }
}
