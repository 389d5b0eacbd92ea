import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { DEFAULT_MAX_LENGTH } from '#generators/field-types/parts.ts';
import { formerNames } from '#generators/former-names.ts';
import { fieldType, isDated, isImportable, isLinking, takesNames } from '#generators/field-types/registry.ts';
import { bareHeading, HEADINGS, headingWords } from './header-words.ts';

const LEAST_NAMED = 0.4;
const HAN = /\p{Script=Han}/u;

/** How well a column would go into a field: 0 (not at all) to 1 (sure), from its heading and its texts. */
export function columnScore(heading: string, texts: readonly string[], field: FieldDefinition): number {
  if (!isImportable(field) || field.removed === true) return 0;
  const named = headingScore(heading, field);
  if (texts.length === 0) return named * 0.9;
  if (takesAnyText(field)) return named * fits(texts, field);
  const { kind, options, tells } = fieldType(field);
  // Asking a tree of thousands what a text means is slow, and most pairs are out of the question.
  if (named < LEAST_NAMED && !tells) return named;
  const understood = Math.max(share(texts, field), isDated(field) ? dateShare(texts) : 0);
  const alone = understood >= 0.9 ? (tells?.(texts) ?? 0) : 0;
  // Option names of another provider can be translated; a date that is none cannot.
  const floor = options !== undefined || kind === 'boolean' ? 0.6 : 0.15;
  return Math.max(named * (floor + (1 - floor) * understood), alone);
}

/** Does the field take whatever text there is? */
const takesAnyText = (field: FieldDefinition): boolean =>
  fieldType(field).freeText !== undefined || takesNames(field) || isLinking(field);

function headingScore(heading: string, field: FieldDefinition): number {
  const bare = bareHeading(heading);
  if (bare === '' || /^\d+$/.test(bare)) return 0;
  const names = [field.apiName, ...formerNames(field)].map((name) => name.toLowerCase());
  if (bare === bareHeading(field.label) || names.includes(bare.toLowerCase())) return 1;
  const known = HEADINGS[field.apiName]?.indexOf(bare) ?? -1;
  // The first word of a list is its best.
  if (known !== -1) return 0.97 - known * 0.005;
  return HAN.test(bare) ? likeness(bare, bareHeading(field.label)) : wordScore(bare, field);
}

/** A reference is preferred to the text field that replaces it. */
function wordScore(heading: string, field: FieldDefinition): number {
  const own = headingWords(field.apiName);
  const given = headingWords(heading);
  const common = [...own].filter((word) => given.has(word)).length;
  const alike = (2 * common) / (own.size + given.size);
  // The last word of a heading is what it is about: `acquirer_country` is a country.
  const about = own.has([...given].at(-1) ?? '') ? alike : alike * 0.7;
  return field.apiName.endsWith('Text') && fieldType(field).freeText === 'line' ? about * 0.98 : about;
}

/** Pairs of neighbouring characters in common (Dice). */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  const [first, second] = [pairs(one), pairs(other)];
  const common = [...first].filter((pair) => second.has(pair)).length;
  const alike = (2 * common) / Math.max(first.size + second.size, 1);
  const within = one.length > 1 && other.length > 1 && (one.includes(other) || other.includes(one));
  return Math.max(alike * 0.9, within ? 0.6 : 0);
}

/** Share of texts that the field's own type understands. */
export function share(texts: readonly string[], field: FieldDefinition): number {
  const type = fieldType(field);
  const understood = texts.filter((text) => 'value' in type.fromText(text, field)).length;
  return understood / Math.max(texts.length, 1);
}

/** Share of texts that some shape of dates may read: the usual reading does not know all. */
const dateShare = (texts: readonly string[]): number =>
  texts.filter((text) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$|^(19|20)\d{6}$/.test(text.trim())).length / texts.length;

/** Texts too long for the field speak against it. */
function fits(texts: readonly string[], field: FieldDefinition): number {
  if (fieldType(field).freeText !== 'line') return 1;
  const limit = field.maxLength ?? DEFAULT_MAX_LENGTH;
  return texts.filter((text) => text.length <= limit).length / texts.length;
}
