import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isLinking, valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from '#shared/assistant/field-facts.ts';
import { comparisons } from '#generators/filters.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { understand } from '#shared/assistant/understand.ts';
import { type AskableObject, type Vocabulary, vocabularyOf } from '#shared/assistant/vocabulary.ts';

/** How a field is asked for, in the words of the metadata and as the plan that they mean. */
export interface Way {
  readonly name: string;
  /** The field is only shown. */
  readonly isSeen?: true;
  readonly isOfNumbers?: true;
  readonly fits: (field: FieldDefinition) => boolean;
  /** `object` is its label. */
  readonly question: (field: FieldDefinition, object: string) => string;
  /** `object` is its API name. */
  readonly plan: (field: FieldDefinition, object: string) => Plan;
}

const EMPTY = 'empty' as const;
const COUNT = { fn: 'count' } as const;
const always = () => true;
/** Yes and no are no blanks to ask about, and shares are not added up. */
const isBlankable = (field: FieldDefinition) => valueType(field).kind !== 'boolean';
const isSummed = (field: FieldDefinition) => isNumeric(field) && valueType(field).share !== true;
const hasOrder = (field: FieldDefinition) => isNumeric(field) || isDate(field);
const hasGroups = (field: FieldDefinition) => valueType(field).options !== undefined || isLinking(field);
const firstOption = ({ selectOptions }: FieldDefinition) => selectOptions?.[0];

/** Every way in which a question about one object may use a field. */
export const WAYS: readonly Way[] = [
  {
    name: 'seen in the list',
    isSeen: true,
    fits: always,
    question: ({ label }, object) => `${object}的${label}`,
    plan: ({ apiName }, object) => ({ object, select: [apiName] }),
  },
  {
    name: 'whether it is filled in',
    fits: isBlankable,
    question: ({ label }, object) => `${label}为空的${object}`,
    plan: ({ apiName }, object) => ({ object, filter: { field: apiName, op: EMPTY } }),
  },
  {
    name: 'ordered by it',
    fits: hasOrder,
    question: ({ label }, object) => `${object}按${label}降序`,
    plan: ({ apiName }, object) => ({ object, sort: [{ field: apiName, order: 'desc' }] }),
  },
  {
    name: 'the first by it',
    isOfNumbers: true,
    fits: isNumeric,
    question: ({ label }, object) => `${label}最高的${object}`,
    plan: ({ apiName }, object) => ({ object, sort: [{ field: apiName, order: 'desc' }], limit: 1 }),
  },
  {
    name: 'grouped by it',
    fits: hasGroups,
    question: ({ label }, object) => `每个${label}的${object}数量`,
    plan: ({ apiName }, object) => ({ object, group: { by: apiName }, measures: [COUNT] }),
  },
  {
    name: 'added up',
    fits: isSummed,
    question: ({ label }, object) => `${object}的${label}合计`,
    plan: ({ apiName }, object) => ({ object, measures: [{ fn: 'sum', field: apiName }] }),
  },
  {
    name: 'averaged',
    fits: isNumeric,
    question: ({ label }, object) => `${object}的平均${label}`,
    plan: ({ apiName }, object) => ({ object, measures: [{ fn: 'avg', field: apiName }] }),
  },
  {
    name: 'a value of it',
    fits: (field) => valueType(field).options !== undefined && firstOption(field) !== undefined,
    question: (field, object) => `${field.label}为${firstOption(field)?.label ?? ''}的${object}`,
    plan: (field, object) => ({
      object,
      filter: {
        field: field.apiName,
        op: fieldType(field).kind === 'texts' ? 'containsAny' : 'in',
        value: [firstOption(field)?.value ?? ''],
      },
    }),
  },
];

/** Records that links name, by a field of theirs. */
export const linkedBy = (
  { apiName }: FieldDefinition,
  object: string,
  link: FieldDefinition,
  pointing: string,
): Plan => ({
  object: pointing,
  linked: [{ object, fields: [link.apiName], filter: { field: apiName, op: EMPTY } }],
});

/** Groups whose sum of a field keeps a bound. */
export const boundBy = ({ apiName }: FieldDefinition, object: string, by: FieldDefinition): Plan => ({
  object,
  group: { by: by.apiName },
  measures: [{ fn: 'sum', field: apiName }],
  having: { measure: 0, op: 'gt', value: '1' },
});

/** As many as one list may be ordered by. */
const AT_ONCE = 5;

/** Fields to be asked about at once: some of those that are open, and each that is closed alone. */
export function slicesOf(fields: readonly FieldDefinition[], open: ReadonlySet<string>): FieldDefinition[][] {
  const [read, closed] = [true, false].map((isOpen) => fields.filter(({ apiName }) => open.has(apiName) === isOpen));
  const slices = Array.from({ length: Math.ceil((read?.length ?? 0) / AT_ONCE) }, (_, at) =>
    (read ?? []).slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  return [...(closed ?? []).map((field) => [field]), ...slices];
}

/** Plans of one way as one that reads what each of them reads; undefined for groups, which are read alone. */
export function joinedPlans(plans: readonly Plan[]): Plan | undefined {
  const [first] = plans;
  if (!first || plans.some(({ group }) => group)) return undefined;
  const { filter, select, measures, sort } = first;
  return {
    ...first,
    ...(filter && { filter: { and: plans.flatMap((plan) => plan.filter ?? []) } }),
    ...(select && { select: plans.flatMap((plan) => plan.select ?? []) }),
    ...(measures && { measures: plans.flatMap((plan) => plan.measures ?? []) }),
    ...(sort && { sort: plans.flatMap((plan) => plan.sort ?? []) }),
  };
}

/** Fields that a plan reads, each as object and name. */
export function fieldsOfPlan({
  object,
  filter,
  linked = [],
  select = [],
  group,
  measures = [],
  sort = [],
}: Plan): Set<string> {
  const own = [
    ...(filter ? comparisons(filter).map(({ field }) => field) : []),
    ...select,
    ...(group ? [group.by] : []),
    ...measures.flatMap(({ field }) => field ?? []),
    ...sort.flatMap((one) => ('field' in one ? [one.field] : [])),
    ...linked.flatMap(({ fields }) => fields),
  ];
  return new Set([
    ...own.map((name) => `${object}.${name}`),
    ...linked.flatMap((one) => comparisons(one.filter).map(({ field }) => `${one.object}.${field}`)),
  ]);
}

/** Plans that came of a question: the one that is answered, or those that are to be chosen from. */
export const plansOf = (reading: Reading): readonly Plan[] =>
  reading.kind === 'answer' ? [reading.plan] : reading.kind === 'ask' ? reading.choices.map(({ plan }) => plan) : [];

/** Does the answer to a question use a field? */
const uses = (plans: readonly Plan[], field: FieldDefinition, { apiName }: AskableObject): boolean =>
  plans.some((plan) => fieldsOfPlan(plan).has(`${apiName}.${field.apiName}`));

/** By what a user knows of one object, and the question: words that are the same for several users are read once. */
const answers = new Map<string, Map<string, boolean>>();

/** Says whether the answer to a question uses a field where `own` is all that there is to ask about. */
export function answering(own: AskableObject, today: string): (question: string, field: FieldDefinition) => boolean {
  const words = JSON.stringify(own);
  const known = answers.get(words) ?? new Map<string, boolean>();
  answers.set(words, known);
  let vocabulary: Vocabulary | undefined;
  return (question, field) => {
    const key = `${field.apiName} ${question}`;
    const found =
      known.get(key) ??
      uses(plansOf(understand(question, (vocabulary ??= vocabularyOf([own])), [], today)), field, own);
    known.set(key, found);
    return found;
  };
}
