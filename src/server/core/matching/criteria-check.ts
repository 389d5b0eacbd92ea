import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isComputed, isList, isMoney, isLinking } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { optionSetName } from '#generators/options.ts';
import type { Problem } from '#shared/errors.ts';

const isChoice = (field: FieldDefinition): boolean => fieldType(field).options !== undefined;
const isFlag = (field: FieldDefinition): boolean => fieldType(field).kind === 'boolean';

/** What the subject's field must be for each kind, with the words for one that is not. */
const FITS: Readonly<Record<MatchPair['kind'], readonly [(field: FieldDefinition) => boolean, string]>> = {
  tree: [(field) => isChoice(field) && !isList(field), '应为单选或树形单选'],
  set: [(field) => isList(field) && (isChoice(field) || isLinking(field)), '应为多选或多项关联'],
  density: [isMoney, '应为金额'],
  flag: [(field) => isChoice(field) || isFlag(field), '应为选项或是否'],
  network: [
    (field) => isLinking(field) && !isList(field) && field.targetApiName === BINDINGS.company.object,
    '应为指向企业的关联',
  ],
};

/** Do two fields hold values that can be compared with one another: of one set of options, one target, or of one kind? */
function isComparable(one: FieldDefinition, other: FieldDefinition): boolean {
  if (isComputed(one) || isComputed(other)) return false;
  if (isLinking(one) || isLinking(other)) return one.targetApiName === other.targetApiName;
  if (isMoney(one) || isMoney(other)) return isMoney(one) && isMoney(other);
  if (isFlag(one) || isFlag(other)) return isFlag(one) && isFlag(other);
  const set = optionSetName(one);
  return isChoice(one) && isChoice(other) && set !== undefined && set === optionSetName(other);
}

/** Criteria compare fields that are there and hold the same kind of values: of projects, of deals, of institutions. */
export function criteriaProblems(
  object: ObjectDefinition,
  findObject: (apiName: string) => ObjectDefinition | undefined,
): Problem[] {
  const { criteria = [] } = object;
  if (criteria.length === 0) return [];
  if (object.apiName !== BINDINGS.project.object)
    return [{ field: 'criteria', message: `对象“${object.label}”不参与投融资匹配，不能设置匹配条件` }];
  const subjects = criteria.map(({ subject }) => subject);
  return criteria.flatMap((pair, place) => {
    const say = (words: string): Problem => ({
      field: `criteria/${place}`,
      message: `第 ${place + 1} 个匹配条件：${words}`,
    });
    if (subjects.indexOf(pair.subject) < place) return [say(`字段“${pair.subject}”已有匹配条件`)];
    const own = usable(object, pair.subject);
    if (typeof own === 'string') return [say(own)];
    const [fits, words] = FITS[pair.kind];
    if (!fits(own)) return [say(`字段“${own.label}”${words}`)];
    return [
      ...othersOf(pair).flatMap(([apiName, name]) => {
        const target = findObject(apiName);
        if (!target) return [say(`对象“${apiName}”不存在`)];
        const other = usable(target, name);
        if (typeof other === 'string') return [say(other)];
        return isComparable(own, other) ? [] : [say(`“${target.label}”的字段“${other.label}”与“${own.label}”不能比较`)];
      }),
      ...(pair.statedTo !== undefined && (pair.stated === undefined || pair.kind !== 'density')
        ? [say('只有金额的自述可以有上限字段')]
        : []),
      ...(pair.kind === 'network' && pair.evidence !== undefined
        ? [say('共同投资由交易的投资方得出，不填依据字段')]
        : []),
    ];
  });
}

/** The fields of other objects that a pair names. */
const othersOf = ({ evidence, stated, statedTo, kind }: MatchPair): (readonly [string, string])[] => [
  ...(evidence === undefined || kind === 'network' ? [] : [[BINDINGS.transaction.object, evidence] as const]),
  ...[stated, statedTo].flatMap((name) => (name === undefined ? [] : [[BINDINGS.institution.object, name] as const])),
];

/** The live field of a name, or why it does not serve. */
function usable(object: ObjectDefinition, apiName: string): FieldDefinition | string {
  const field = object.fields.find((candidate) => candidate.apiName === apiName);
  if (!field || field.removed) return `“${object.label}”没有字段“${apiName}”`;
  if (isSealed(field) || isComputed(field)) return `字段“${field.label}”的类型不适用`;
  return field;
}
