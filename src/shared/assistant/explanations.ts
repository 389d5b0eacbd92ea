import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { normalise } from './normalise.ts';
import type { Plan } from './plan.ts';
import type { AskableObject, Meaning, Vocabulary } from './vocabulary.ts';

/** What a word of the metadata means, and where its records are. */
export interface Explanation {
  readonly sentence: string;
  readonly plan: Plan;
}

const BEFORE = /^(?:请问)?(?:什么是|什么叫做?|何谓|何为|解释(?:一下|下)?|如何理解|怎么理解)(.+)$/u;
const AFTER = /^(.+?)(?:是什么意思|什么意思|是啥意思|指的是什么|是指什么|指什么|的含义|的定义|的意思)(?:是什么)?$/u;
const END = /[?？。!！\s吗呢啊]+$/u;

/** What a question asks the meaning of: the word of 什么是 Pre-A轮 and of 数亿是什么意思. */
export function wordOf(question: string): string | undefined {
  const plain = normalise(question).text.replace(END, '');
  return (BEFORE.exec(plain)?.[1] ?? AFTER.exec(plain)?.[1])?.replaceAll(/[“”「」『』《》"‘’'\s]/gu, '');
}

/** Before and after which options of its field one comes; the option that it is part of in a tree. */
function placeOf(field: FieldDefinition, value: string): string {
  const options = field.selectOptions ?? [];
  const at = options.findIndex((option) => option.value === value);
  const option = options[at];
  if (!option) return '';
  if (valueType(field).options === 'tree') {
    const parent = options.find((one) => one.value === option.parent);
    return parent ? `，属于“${parent.label}”` : '';
  }
  const [before, after] = [options[at - 1], options[at + 1]];
  const places = [before && `“${before.label}”之后`, after && `“${after.label}”之前`].filter((place) => place);
  return places.length > 0 ? `，排在${places.join('、')}` : '';
}

function explain(meaning: Meaning, object: AskableObject): Explanation | undefined {
  const { apiName, label, description } = object;
  const plan = { object: apiName };
  if (meaning.kind === 'object')
    return { sentence: `“${label}”：${description ?? `可以查询的一类记录`}。`.replace(/。+$/u, '。'), plan };
  if (meaning.kind !== 'field' && meaning.kind !== 'option') return undefined;
  const field = object.fields.find((one) => one.apiName === meaning.field);
  if (!field) return undefined;
  if (meaning.kind === 'field')
    return {
      sentence: `“${field.label}”是${label}的一项信息${field.config?.help ? `：${field.config?.help}` : ''}。`.replace(
        /。+$/u,
        '。',
      ),
      plan,
    };
  const [value, ...more] = meaning.values;
  const option = field.selectOptions?.find((one) => one.value === value);
  if (value === undefined || !option || more.length > 0) return undefined;
  return {
    sentence: `“${option.label}”是${label}“${field.label}”的一个选项${placeOf(field, value)}。`,
    plan: { ...plan, filter: { field: field.apiName, op: 'eq', value } },
  };
}

/**
 * What a word means that the metadata has, as far as the metadata says it; undefined where a question asks no meaning, or
 * that of another word. An option of the field that comes first by rank is explained before the others.
 */
export function explanationOf(question: string, { meanings, objects }: Vocabulary): Explanation | undefined {
  const word = wordOf(question);
  if (word === undefined) return undefined;
  const rank = (meaning: Meaning): number => {
    if (!('field' in meaning)) return -1;
    const field = objects.get(meaning.object)?.fields.find(({ apiName }) => apiName === meaning.field);
    return field?.config?.askRank ?? 100;
  };
  const found = (meanings.get(word) ?? []).toSorted((one, other) => rank(one) - rank(other));
  for (const meaning of found) {
    const object = 'object' in meaning ? objects.get(meaning.object) : undefined;
    const explained = object && explain(meaning, object);
    if (explained) return explained;
  }
  return undefined;
}
