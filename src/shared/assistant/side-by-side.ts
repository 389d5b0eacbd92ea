import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import { isDate, isNumeric } from './field-facts.ts';
import type { KnownValue } from './meanings.ts';
import { normalise } from './normalise.ts';
import type { Measure, Plan, Reading } from './plan.ts';
import { added } from './shape-draft.ts';
import { Lattice } from './spans.ts';
import { understand } from './understand.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** What is put side by side at most. */
const MOST = 4;
const JOINING = /^[\s，,、]*(?:和|与|跟|同|及|以及|还是|vs\.?|、|，|,)[\s，,]*$/u;
const ASKING = /对比一下|对比|比较一下|比较|比一比|比一下|比比看|比比|相比|区别|差别|差异|有什么不同|有何不同|哪个好/gu;
const WHICH = /哪[个家只座部位所]?|谁|哪一[个家只座]/u;
const MORE = /(?:更|比较|较|最)?(?:多|高|大|长|晚|贵|快)(?:一些|一点|些)?$/u;
const LESS = /(?:更|比较|较|最)?(?:少|低|小|短|早|便宜|慢)(?:一些|一点|些)?$/u;
const FILLING = /^(?:请问|请|麻烦|帮我|帮忙|给我|一下|下)+|[的之]|[？?。\s]|之间|两[家个只座]|有|是/gu;

interface Names {
  readonly object: AskableObject;
  readonly ids: readonly string[];
  /** The question without the names and what joins them. */
  readonly rest: string;
}

/** Two to four records of one object that a text names one beside the other. */
function namesIn(text: string, values: readonly KnownValue[], { objects }: Vocabulary): Names | undefined {
  const named = values.filter(({ id, text: name }) => id !== undefined && text.includes(name));
  for (const [apiName, own] of Map.groupBy(named, ({ object }) => object)) {
    const object = objects.get(apiName);
    const longest = own
      .filter(({ text: name }) => !own.some((other) => other.text !== name && other.text.includes(name)))
      .map(({ text: name, id = '' }) => ({ name, id, at: text.indexOf(name) }))
      .toSorted((one, other) => one.at - other.at);
    const isRun = longest.every(({ at }, place) => {
      const before = longest[place - 1];
      return !before || JOINING.test(text.slice(before.at + before.name.length, at));
    });
    const [first] = longest;
    const last = longest.at(-1);
    if (!object || !first || !last || longest.length < 2 || longest.length > MOST || !isRun) continue;
    const rest = text.slice(0, first.at) + text.slice(last.at + last.name.length);
    return { object, ids: longest.map(({ id }) => id), rest };
  }
  return undefined;
}

/** The fields that a text asks for: by their name, else the first of the list whose label holds it. */
function fieldsOf(text: string, object: AskableObject, { meanings }: Vocabulary, isOrdered: boolean) {
  const names = (meanings.get(text) ?? []).flatMap((one) =>
    one.kind === 'field' && one.object === object.apiName ? [one.field] : [],
  );
  const fits = (field: FieldDefinition) => !isOrdered || isNumeric(field) || isDate(field);
  const exact = object.fields.filter((field) => names.includes(field.apiName) && fits(field));
  if (exact.length > 0) return { fields: exact, isNear: false };
  const near = object.fields.filter((field) => field.label.includes(text) && fits(field));
  const placeOf = ({ apiName }: FieldDefinition) => (object.listed.indexOf(apiName) + object.fields.length) % 1000;
  return { fields: near.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, 1), isNear: true };
}

/** 对比A和B, A和B哪个融资多: records side by side. */
function recordsOf(text: string, values: readonly KnownValue[], vocabulary: Vocabulary): Reading | undefined {
  const names = namesIn(text, values, vocabulary);
  if (!names) return undefined;
  const { object, ids } = names;
  const isAsked = names.rest.replace(ASKING, '') !== names.rest;
  const isWhich = WHICH.test(names.rest);
  const bare = names.rest
    .replace(ASKING, '')
    .replace(isWhich ? WHICH : '', '')
    .replaceAll(FILLING, '');
  const nouns = [object.label, ...(object.synonyms ?? [])];
  const said = nouns.includes(bare) ? '' : bare;
  if (!isAsked && !isWhich) return undefined;
  const order = isWhich && MORE.test(said) ? 'desc' : isWhich && LESS.test(said) ? 'asc' : undefined;
  const field = order ? said.replace(order === 'desc' ? MORE : LESS, '') : said;
  if (field === '') return isAsked && !isWhich ? answer({ object: object.apiName, records: ids }) : undefined;
  const { fields, isNear } = fieldsOf(field, object, vocabulary, order !== undefined);
  const [first] = fields;
  if (!first || fields.length > 1) return undefined;
  return answer(
    {
      object: object.apiName,
      records: ids,
      select: [first.apiName],
      ...(order && { sort: [{ field: first.apiName, order }] }),
    },
    isNear ? [`“${field}”按“${first.label}”理解`] : [],
  );
}

const answer = (plan: Plan, assumptions: readonly string[] = []): Reading => ({
  kind: 'answer',
  plan,
  understood: [],
  assumptions,
});

/** Values of a question that are joined by 和. */
function valuesIn(text: string, vocabulary: Vocabulary, values: readonly KnownValue[], today: string) {
  const { spans } = Lattice.of(normalise(text), vocabulary, values, today).cover(...vocabulary.objects.values());
  const isValue = (at: number) =>
    spans[at]?.meanings.some(({ kind }) => kind === 'option' || kind === 'value' || kind === 'flag') === true;
  for (const [at, first] of spans.entries()) {
    if (!isValue(at)) continue;
    const run = [first];
    for (let place = at + 1; place < spans.length; place += 1) {
      const [one, before] = [spans[place], run.at(-1)];
      if (!one || !before || !isValue(place)) continue;
      if (!JOINING.test(text.slice(before.to, one.from))) break;
      run.push(one);
    }
    if (run.length > 1 && run.length <= MOST) return run;
  }
  return undefined;
}

/** A number of fields that are asked for, where no number is: they are added up. */
function measuresOf(plan: Plan, object: AskableObject): readonly Measure[] {
  if (plan.measures) return plan.measures;
  const numbers = (plan.select ?? []).flatMap(
    (name) => object.fields.find((field) => field.apiName === name && isNumeric(field)) ?? [],
  );
  return numbers.length > 0
    ? numbers.map((field) => ({ fn: added(field), field: field.apiName }))
    : [{ fn: 'count' as const }];
}

/** 比较北京和上海的融资金额: the same question of each value, side by side. */
function groupsOf(
  question: string,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
): Reading | undefined {
  const text = question.replaceAll(ASKING, '').replace(/^[\s，,]+/u, '');
  if (text === question) return undefined;
  const found = valuesIn(text, vocabulary, values, today);
  const [first] = found ?? [];
  const last = found?.at(-1);
  if (!found || !first || !last) return undefined;
  const readings = found.map((one) =>
    understand(text.slice(0, first.from) + one.text + text.slice(last.to), vocabulary, values, today),
  );
  const plans = readings.flatMap((reading) =>
    reading.kind === 'answer' && !reading.plan.linked ? [reading.plan] : [],
  );
  const [plan] = plans;
  const object = plan && vocabulary.objects.get(plan.object);
  if (!object || plans.length < found.length || plans.some((one) => shapeText(one) !== shapeText(plan)))
    return undefined;
  const own = plans.map((one) => partsOf(one.filter).filter((part) => !isShared(part, plans)));
  const shared = partsOf(plan.filter).filter((part) => isShared(part, plans));
  const [field] = fieldsIn(own[0]?.[0]);
  if (field === undefined || own.some((parts) => parts.length !== 1 || fieldsIn(parts[0])[0] !== field))
    return undefined;
  const [reading] = readings;
  const measures = measuresOf(plan, object);
  return {
    kind: 'answer',
    plan: {
      object: plan.object,
      ...(shared.length > 0 && { filter: shared.length > 1 ? { and: shared } : (shared[0] as Condition) }),
      measures,
      compare: found.map((one, at) => ({ label: one.text, filter: own[at]?.[0] as Condition })),
    },
    understood: [],
    assumptions: [
      ...(reading?.kind === 'answer' ? reading.assumptions : []),
      ...(plan.measures
        ? []
        : measures.flatMap(({ fn, field: name }) => {
            const label = object.fields.find(({ apiName }) => apiName === name)?.label;
            return label === undefined ? [] : [`“${label}”按${fn === 'avg' ? '平均值' : '合计'}计算`];
          })),
    ],
  };
}

const shapeText = ({ filter: _filter, ...shape }: Plan): string => JSON.stringify(shape);
const isShared = (part: Condition, plans: readonly Plan[]): boolean =>
  plans.every(({ filter }) => partsOf(filter).some((one) => JSON.stringify(one) === JSON.stringify(part)));
const fieldsIn = (part: Condition | undefined): string[] => (part && 'field' in part ? [part.field] : []);

/** What a question puts side by side; undefined where it compares nothing, or not as it can be shown. */
export function sideBySide(
  question: string,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
): Reading | undefined {
  const { text } = normalise(question);
  return recordsOf(text, values, vocabulary) ?? groupsOf(text, vocabulary, values, today);
}
