import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure, type Problem } from '#shared/errors.ts';
import { schemaWords } from '#shared/validation/schema-messages.ts';
import { shapeErrors } from './shape-errors.ts';
import { placeWords } from './language-places.ts';
import { UNSTORABLE_MESSAGE, unstorablePlace } from '#shared/validation/storable-text.ts';

/** Problems named at most; what is wrong beyond them shows when these are mended. */
export const MAX_PROBLEMS = 20;
const PLACE_LENGTH = 200;
/** Deeper than any part of the language that has a label. */
const MAX_DEPTH = 12;

interface LanguageError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: {
    readonly requiredProperties?: readonly string[];
    readonly additionalProperties?: readonly string[];
  };
}

/** The places that an error is about: a key that is missing or not known is a place of its own. */
function placesOf({ instancePath, params }: LanguageError): string[][] {
  const path = instancePath.split('/').slice(1);
  const keys = params.requiredProperties ?? params.additionalProperties;
  return keys?.map((key) => [...path, key]) ?? [path];
}

const BLANK = /^[\s\p{Cf}]+$/u;

/** Labels of nothing but spaces: on screen they would be no label at all. */
function blankLabels(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    return key === 'label' && typeof inner === 'string' && BLANK.test(inner) ? [here] : blankLabels(inner, here);
  });
}

/**
 * Takes what was sent for what the schema says, and nothing that could not be kept. `root` names it in the places of
 * problems, e.g. `field.config.maxItems`.
 * @throws Failure INVALID_METADATA with each wrong place once, in Chinese.
 */
export function checkLanguage(schema: TSchema, input: unknown, root: string): void {
  const problems = new Map<string, Problem>();
  const say = (path: readonly string[], message: string, explains = false) => {
    const field = [root, ...path].filter(Boolean).join('.').slice(0, PLACE_LENGTH);
    if (problems.has(field)) return;
    const { words, description } = placeWords(schema, input, path);
    problems.set(field, { field, message: `${words}${message}${explains && description ? `（${description}）` : ''}` });
  };
  if (!Value.Check(schema, input)) {
    const errors = shapeErrors(schema, input) as LanguageError[];
    for (const error of errors)
      for (const path of placesOf(error)) say(path, schemaWords(error), error.keyword === 'pattern');
  }
  for (const path of blankLabels(input)) say(path, '不能为空白');
  const unstorable = unstorablePlace(input);
  if (unstorable) say(unstorable, UNSTORABLE_MESSAGE);
  const found = [...problems.values()].slice(0, MAX_PROBLEMS);
  if (found.length > 0) throw new Failure('INVALID_METADATA', `元数据有误：${found[0]?.message ?? ''}`, found);
}
