import { RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import { withResults } from '#generators/field-types/results.ts';
import { resolveOptions } from '#generators/options.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { audienceProblems } from './audience-check.ts';
import { boardProblems } from './board-check.ts';
import { defaultProblems, fitnessProblems, startingProblems } from './definition-use.ts';
import { detailProblems } from './detail-check.ts';
import { displayProblems } from './displays-check.ts';
import { fieldProblems, type FieldSurroundings, repeatedOptions } from './field-check.ts';
import { derivedProblems } from '#server/core/derived/derived-check.ts';
import { partyProblems } from '#server/core/bindings/party-check.ts';
import { fixedListProblems } from './fixed-list-check.ts';
import { choiceProblems } from './choice-check.ts';
import { limitProblems } from './limits-check.ts';
import { checkLanguage, MAX_PROBLEMS } from './language-check.ts';
import { matchingProblems } from '#server/core/duplicates/matching-check.ts';
import { criteriaProblems } from '#server/core/matching/criteria-check.ts';
import { qualityProblems } from '#server/core/quality/quality-check.ts';
import { layoutProblems } from './layout-check.ts';
import { opennessProblems } from './openness-check.ts';
import { sealedProblems } from './sealed-check.ts';
import { systemProblems } from './system-check.ts';
import { waitingProblems } from './waiting-check.ts';

/** What a definition may refer to. */
export interface Surroundings extends FieldSurroundings {
  /** The other objects, as far as they are known by more than their name. */
  readonly findObject: (apiName: string) => ObjectDefinition | undefined;
  /** All objects as they will be beside this one. */
  readonly others?: () => readonly ObjectDefinition[];
  /** What the definition may not break, beside what it says itself. */
  readonly kept?: (object: ObjectDefinition) => readonly Problem[];
}

function nameProblems(object: ObjectDefinition): Problem[] {
  const seen = new Set<string>();
  return object.fields.flatMap(({ apiName, label }) => {
    const twice = seen.has(apiName);
    seen.add(apiName);
    if (RESERVED_FIELD_NAMES.has(apiName))
      return [{ field: apiName, message: `字段“${label}”的标识“${apiName}”为系统保留，请换一个` }];
    return twice ? [{ field: apiName, message: `字段“${label}”的标识“${apiName}”重复` }] : [];
  });
}

/**
 * A field from outside, in the metadata language.
 * @throws Failure INVALID_METADATA with every problem found, each naming its place.
 */
export function readField(input: unknown): FieldDefinition {
  checkLanguage(FieldDefinition, input, 'field');
  return input as FieldDefinition;
}

/** Fields of the object, then those that its actions ask for. */
const allFields = ({ fields, actions = [] }: ObjectDefinition): FieldDefinition[] => [
  ...fields,
  ...actions.flatMap(({ form = [] }) => form),
];

/**
 * A definition from outside, as one that may be saved.
 * @throws Failure INVALID_METADATA with every problem found, each naming its place.
 */
export function readDefinition(input: unknown, around: Surroundings): ObjectDefinition {
  checkLanguage(ObjectDefinition, input, '');
  const object = withResults(input as ObjectDefinition, around.findObject);
  const problems = [
    ...(around.kept?.(object) ?? []),
    ...nameProblems(object),
    ...allFields(object).flatMap((field) => fieldProblems(field, object, around)),
    ...layoutProblems(object),
    ...fitnessProblems(object),
    ...detailProblems(object, around.findObject),
    ...sealedProblems(object),
    ...opennessProblems(object),
    ...audienceProblems(object),
    ...choiceProblems(object, around.findObject),
    ...limitProblems(object, around.findObject, around.others?.() ?? []),
    ...partyProblems(object),
    ...systemProblems(object),
    ...boardProblems(object, around.findObject),
    ...displayProblems(object),
    ...waitingProblems(object),
    ...fixedListProblems(object, around.findObject),
    ...matchingProblems(object, around.findObject),
    ...criteriaProblems(object, around.findObject),
    ...qualityProblems(object, around.findObject),
    ...derivedProblems(object, around.findObject),
  ];
  if (problems.length === 0) {
    const resolved = resolveOptions(object, around.optionSets);
    problems.push(...checkRules(resolved), ...defaultProblems(resolved), ...startingProblems(resolved));
  }
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems.slice(0, MAX_PROBLEMS));
  return object;
}

/**
 * An option set from outside, as one that may be saved: values unique, parents present, no rings.
 * @throws Failure INVALID_METADATA with every problem found.
 */
export function readOptionSet(input: unknown): OptionSet {
  checkLanguage(OptionSet, input, 'optionSet');
  const set = input as OptionSet;
  const parents = new Map(set.options.map((option) => [option.value, option.parent]));
  const problems: Problem[] = repeatedOptions(set.options).map(({ value, words }) => ({
    field: value,
    message: words,
  }));
  for (const { value, label, parent } of set.options) {
    if (parent !== undefined && !parents.has(parent))
      problems.push({ field: value, message: `选项“${label}”的上级“${parent}”不存在` });
    const seen = new Set([value]);
    for (let at = parent; at !== undefined; at = parents.get(at)) {
      if (seen.has(at)) {
        problems.push({ field: value, message: `选项“${label}”的上级关系成环` });
        break;
      }
      seen.add(at);
    }
  }
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems.slice(0, MAX_PROBLEMS));
  return set;
}
