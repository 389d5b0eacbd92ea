import { creditCode } from './credit-code.ts';
import { isIndustryWords, parseCompanyName, plainName } from './company-name.ts';
import type { Region } from './regions.ts';
import { NO_SITE, SHARED_HOSTS } from './vocabulary.ts';

/** What is known of a record that says who it is, as texts from its fields. */
export interface MatchTexts {
  readonly codes: readonly string[];
  /** Registered names; a legal form may be missing. */
  readonly legalNames: readonly string[];
  /** Short names, aliases and whatever else the record is called. */
  readonly names: readonly string[];
  readonly sites: readonly string[];
  readonly regions: readonly Region[];
  readonly people: readonly string[];
  /** Day of the beginning, `YYYY-MM-DD`, or its year or month. */
  readonly founded: readonly string[];
}

/** The same, as it is compared. */
export interface MatchFacts {
  readonly codes: readonly string[];
  readonly bases: readonly string[];
  readonly cores: readonly string[];
  readonly names: readonly string[];
  readonly sites: readonly string[];
  readonly regions: readonly Region[];
  readonly people: readonly string[];
  readonly founded: readonly string[];
}

/** Kinds of keys by which records find each other. */
export const KEY_KINDS = ['code', 'base', 'core', 'name', 'site'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** One key of a record. */
export interface MatchKey {
  readonly kind: KeyKind;
  readonly key: string;
}

/** Longer texts and more of them than anything is called are no keys. */
const LONGEST = 200;
const MOST_TEXTS = 40;

const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text.length > 1 && text.length <= LONGEST).slice(0, MOST_TEXTS);

/** Reads the texts of a record. */
export function matchFacts(texts: MatchTexts): MatchFacts {
  const legal = texts.legalNames.map(parseCompanyName);
  const called = texts.names.map((name) => ({ name, ...parseCompanyName(name) }));
  const registered = [...legal, ...called.filter(({ hasForm }) => hasForm)];
  return {
    codes: unique(texts.codes.flatMap((text) => creditCode(text) ?? [])),
    bases: unique(registered.map(({ base }) => base)),
    cores: unique(registered.map(({ core }) => core)).filter((core) => !isIndustryWords(core)),
    names: unique(called.filter(({ hasForm }) => !hasForm).map(({ name }) => plainName(name))),
    sites: unique(texts.sites.flatMap((text) => siteHost(text) ?? [])),
    regions: [...new Set([...texts.regions, ...registered.flatMap(({ regions }) => regions)])],
    people: unique(texts.people.map(plainName)),
    founded: texts.founded.filter((day) => /^\d{4}/.test(day)),
  };
}

/** The host of a web address as sites are compared; undefined for that of a platform that many share. */
function siteHost(text: string): string | undefined {
  if (NO_SITE.test(text.trim())) return undefined;
  const host = /^(?:[a-z]+:\/\/)?([^/?#:\s]+)/i
    .exec(text.trim().normalize('NFKC'))?.[1]
    ?.toLowerCase()
    .replace(/^(www|m|wap)\./, '');
  if (host === undefined || !/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(host)) return undefined;
  return SHARED_HOSTS.some((shared) => host === shared || host.endsWith(`.${shared}`)) ? undefined : host;
}

/** The keys that a record is kept under; each at most once. */
export const keysOf = (facts: MatchFacts): MatchKey[] => [
  ...facts.codes.map((key) => ({ kind: 'code' as const, key })),
  ...facts.bases.map((key) => ({ kind: 'base' as const, key })),
  ...facts.cores.map((key) => ({ kind: 'core' as const, key })),
  ...facts.names.map((key) => ({ kind: 'name' as const, key })),
  ...facts.sites.map((key) => ({ kind: 'site' as const, key })),
];
