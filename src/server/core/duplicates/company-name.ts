import { fold } from '#shared/text/fold.ts';
import { leadingRegions, type Region, regionNamed } from './regions.ts';
import { INDUSTRY_WORDS, LATIN_FORMS, LEGAL_FORMS } from './vocabulary.ts';

/** What the name of a company says, taken apart. */
export interface CompanyName {
  /** The name without its legal form and the places it names. */
  readonly base: string;
  /** The base without the words for a business at its end. */
  readonly core: string;
  readonly regions: readonly Region[];
  /** Does the name end with a legal form? Brands do not. */
  readonly hasForm: boolean;
}

const HAS_CHINESE = /\p{Script=Han}/u;
const BRACKETS = /[([{〔【「]([^)\]}〕】」]*)[)\]}〕】」]/gu;
const FORMS = LEGAL_FORMS.toSorted((left, right) => right.length - left.length);
const INDUSTRIES = INDUSTRY_WORDS.toSorted((left, right) => right.length - left.length);
const INDUSTRY_SET = new Set(INDUSTRY_WORDS);
/** A name that would be shorter without a word keeps it. */
const LEAST = 2;

/** A name as names are compared: folded, only letters and digits. */
export const plainName = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Is a text only words for a business, such as 网络科技? It then says nothing of who a company is. */
export const isIndustryWords = (text: string): boolean =>
  INDUSTRY_SET.has(text) || stripEnds(text, INDUSTRIES, 0).rest === '';

/** Takes a company's name apart. */
export function parseCompanyName(name: string): CompanyName {
  const folded = fold(name).trim();
  return HAS_CHINESE.test(folded) ? parseChinese(folded) : parseLatin(folded);
}

function parseChinese(folded: string): CompanyName {
  const regions: Region[] = [];
  const open = folded.replace(BRACKETS, (_whole, inner: string) => {
    const region = regionNamed(inner.trim());
    if (region !== undefined) regions.push(region);
    return region === undefined ? inner : '';
  });
  const plain = plainName(open);
  const formless = stripEnds(plain, FORMS, LEAST);
  const { regions: leading, rest: base } = leadingRegions(formless.rest, LEAST);
  const core = stripEnds(base, INDUSTRIES, LEAST).rest;
  return { base, core, regions: [...leading, ...regions], hasForm: formless.found };
}

function parseLatin(folded: string): CompanyName {
  const words = folded
    .replace(/[.'’]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  let length = words.length;
  while (length > 1 && LATIN_FORMS.has(words[length - 1] ?? '')) length -= 1;
  const base = words.slice(0, length).join('');
  return { base, core: base, regions: [], hasForm: length < words.length };
}

/** Takes words off the end, one after the other, as long as so many characters are left. */
function stripEnds(text: string, words: readonly string[], left: number): { rest: string; found: boolean } {
  let rest = text;
  for (;;) {
    const end = words.find((word) => rest.endsWith(word) && rest.length - word.length >= left);
    if (end === undefined) return { rest, found: rest !== text };
    rest = rest.slice(0, -end.length);
  }
}
