import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { bind } from './bind.ts';
import { together } from './together.ts';
import type { LinkedCondition } from './plan.ts';
import { COUNTERS } from './phrases.ts';
import type { Span } from './meanings.ts';
import { isWord, type Token, type TokenOf, Tokens } from './tokens.ts';
import type { AskableObject } from './vocabulary.ts';

/** Two objects, one of which links to the other. */
export interface Link {
  readonly object: AskableObject;
  readonly other: AskableObject;
  readonly fields: readonly FieldDefinition[];
  /** The object that is asked about has the links; else they are the other one's. */
  readonly isOwn: boolean;
  /** No other object has links to the one that is asked about. */
  readonly isOnly: boolean;
}

/** What the other object adds to a question. */
export interface Joined {
  readonly condition?: Condition;
  readonly linked?: LinkedCondition;
  readonly assumptions: readonly string[];
  /** Nouns that were taken for the other object. */
  readonly guesses: number;
  /** Where something is last said of the object that is asked about alone. */
  readonly headAt: number;
  /** Where the noun of the other object is last. */
  readonly nounAt: number;
  /** Conditions on its fields that come first where nothing else is said. */
  readonly ranked: number;
}

/** Every pair of objects, in both directions. */
export function linksOf(objects: readonly AskableObject[]): Link[] {
  const links = new Map(
    objects.map((object) => {
      const fields = object.fields.filter((field) => isLinking(field) && field.config?.askByName !== true);
      return [object, Map.groupBy(fields, ({ targetApiName }) => targetApiName)];
    }),
  );
  const to = (from: AskableObject, target: AskableObject) => links.get(from)?.get(target.apiName) ?? [];
  return objects.flatMap((object) =>
    objects.flatMap((other): Link[] => {
      if (other === object) return [];
      const [own, theirs] = [to(object, other), to(other, object)];
      const isOnly = !objects.some((one) => one !== other && one !== object && to(one, object).length > 0);
      return [
        ...(own.length > 0 ? [{ object, other, fields: own, isOwn: true, isOnly }] : []),
        ...(theirs.length > 0 ? [{ object, other, fields: theirs, isOwn: false, isOnly }] : []),
      ];
    }),
  );
}

/** A part that says something of the object that is asked about, or of both. */
const isOwnPart = ({ kind }: Token): boolean => ['self', 'field', 'value', 'literal'].includes(kind);
/** What is said of a record itself, and not which of its fields is asked for. */
const saysRecord = ({ kind }: Token): boolean => ['self', 'value', 'literal'].includes(kind);
const isOpen = ({ kind }: Token): boolean => kind === 'time' || kind === 'amount' || kind === 'word' || kind === 'top';

/** The parts of a question that are the other object's: what only it knows, and times and amounts beside a field of it. */
function partsOfOther(spans: readonly Span[], own: Tokens, link: Link): Tokens {
  const { other, isOwn } = link;
  const theirs = Tokens.of(spans, other);
  const isTheirs = (at: number): boolean => {
    const [mine, its] = [own.all[at], theirs.all[at]];
    if (!mine || !its || its.kind === 'foreign' || isOpen(its)) return false;
    if (!isOwnPart(mine)) return true;
    // The noun of the other one is the link of this one; a value right before it is the other one's.
    if (its.kind === 'self') return mine.kind !== 'self';
    if (its.kind !== 'value' || mine.kind !== 'value') return false;
    const behind = theirs.beside(its, 1);
    return behind?.kind === 'self' && own.all[theirs.all.indexOf(behind)]?.kind !== 'self';
  };
  /** 近一年A轮融资的企业: the time of the other one's noun is said ahead of what else is said of it. */
  const isOfNoun = (token: Token): boolean =>
    token.kind === 'value' &&
    isTheirs(theirs.all.indexOf(token)) &&
    theirs.all[theirs.all.indexOf(token) + 1]?.kind === 'self';
  const isKept = (token: Token, at: number): boolean => {
    const { kind } = token;
    if (isWord(token, 'rise', 'fall', 'positive', 'negative', 'empty', 'filled')) {
      const beside = theirs.beside(token, -1);
      return beside?.kind === 'field' && isTheirs(theirs.all.indexOf(beside));
    }
    if (kind === 'word') return true;
    if (!isOpen(token)) return isTheirs(at);
    return ([-1, 1] as const).some((step) => {
      const beside = theirs.beside(token, step, ['filler', 'is', 'not']);
      if (!beside) return false;
      if (!isOwn && isWord(beside, 'verb')) return token.kind !== 'top' && isSaidOf(beside, link);
      if (!isOwn && token.kind === 'time' && step === 1 && isOfNoun(beside)) return true;
      const isField = beside.kind === 'field' || (!isOwn && beside.kind === 'self' && step === 1);
      return isField && token.kind !== 'top' && isTheirs(theirs.all.indexOf(beside));
    });
  };
  return new Tokens(
    theirs.all.map((token, at): Token =>
      isKept(token, at) ? token : { kind: 'foreign', span: token.span, used: false },
    ),
  );
}

/**
 * What a question says of the other object, as a condition on the one that is asked about; undefined where it says nothing.
 * The parts that say it are used in `own`.
 */
export function joinedBy(spans: readonly Span[], own: Tokens, link: Link): Joined | undefined {
  const { other, fields, isOwn } = link;
  const theirs = partsOfOther(spans, own, link);
  const least = isOwn ? undefined : leastOf(theirs);
  const { bound, assumptions, doubts } = bind(theirs, other);
  const filter = together(bound, theirs);
  const nouns = theirs.of('self');
  const says = bound.length > 0 || (!isOwn && (nouns.length > 0 || least !== undefined));
  if (!says || doubts.length > 0) return undefined;
  const found = bound.flatMap((one) => one.fields);
  if (!isOwn && nouns.some((noun) => isAskedFor(noun, theirs, own))) return undefined;
  if (!isOwn && nouns.length === 0 && found.length > 0 && isSaidElse(own, theirs, link, found)) return undefined;
  for (const noun of nouns) noun.used = true;
  const isNegated = !isOwn && nouns.some((noun) => takeNegation(noun, theirs));
  theirs.all.forEach((token, at) => {
    const mine = own.all[at];
    if (mine && token.used) mine.used = true;
  });
  takeVerbs(own, theirs, link);
  const guessed = takeNouns(own, theirs, link);
  const headAt = Math.max(
    -1,
    ...own.all.flatMap((token, at) => (saysRecord(token) && !theirs.all[at]?.used ? [token.span.from] : [])),
  );
  const ranked = bound.filter(({ fields: [field] }) => field?.config?.askRank !== undefined).length;
  const nounAt = Math.max(-1, ...nouns.map(({ span }) => span.from));
  const more = { assumptions: [...assumptions, ...guessed], guesses: guessed.length, headAt, nounAt, ranked };
  const names = fields.map(({ apiName }) => apiName);
  if (isOwn) return filter && { linked: { object: other.apiName, fields: names, filter }, ...more };
  const exists = { objectApiName: other.apiName, fields: names, ...(filter && { filter }) };
  const condition = counted(exists, least);
  const words = filter || nouns.length > 0 ? [] : [`按“${other.label}”计数`];
  return {
    ...more,
    condition: isNegated ? { not: condition } : condition,
    assumptions: [...more.assumptions, ...words],
  };
}

interface Bounds {
  readonly lo?: number;
  readonly hi?: number;
}

/** 三篇以上论文, 融过三轮以上: how many records of the other object there are to be. */
function leastOf(theirs: Tokens): Bounds | undefined {
  for (const token of theirs.of('amount')) {
    const { unit = '', lo, hi, loIncluded, hiIncluded } = token.amount.amount;
    if (!COUNTERS.has(unit) || (lo === undefined && hi === undefined)) continue;
    token.used = true;
    return {
      ...(lo !== undefined && { lo: Number(lo) + (loIncluded ? 0 : 1) }),
      ...(hi !== undefined && { hi: Number(hi) - (hiIncluded ? 0 : 1) }),
    };
  }
  return undefined;
}

function counted(
  exists: { objectApiName: string; fields: string[]; filter?: Condition },
  bounds: Bounds | undefined,
): Condition {
  const atLeast = (count: number): Condition => ({ exists: { ...exists, ...(count !== 1 && { atLeast: count }) } });
  if (!bounds) return atLeast(1);
  const { lo, hi } = bounds;
  const parts: Condition[] = [
    ...(lo === undefined || lo < 1 ? [] : [atLeast(lo)]),
    ...(hi === undefined ? [] : [{ not: atLeast(hi + 1) }]),
  ];
  const [only] = parts;
  return parts.length > 1 || !only ? { and: parts } : only;
}

/** 企业的资讯 asks for 资讯, and not for 企业 that have some. */
function isAskedFor(noun: TokenOf<'self'>, theirs: Tokens, own: Tokens): boolean {
  const at = theirs.all.indexOf(noun);
  const isLast = theirs.beside(noun, 1) === undefined;
  return isLast && theirs.all[at - 1]?.span.text === '的' && own.all[at - 2]?.kind === 'self';
}

/** 没有专利的企业. */
function takeNegation(noun: TokenOf<'self'>, theirs: Tokens): boolean {
  const before = theirs.beside(noun, -1, ['filler', 'is', 'verb', 'all']);
  if (!isWord(before, 'not')) return false;
  before.used = true;
  return true;
}

/** Does a verb say what the records of the other object are, or can nothing else be meant? */
const isSaidOf = ({ span }: Token, { other, isOnly }: Link): boolean =>
  isOnly ||
  [...span.text].some(
    (character) =>
      character !== '过' && [other.label, ...(other.synonyms ?? [])].some((noun) => noun.includes(character)),
  );

/** Verbs between what was found of the other object and the noun: 北京的出版社出的书, 发过三篇论文的作者. */
function takeVerbs(own: Tokens, theirs: Tokens, link: Link): void {
  for (const { verb, isBeside } of verbsOf(own, theirs))
    verb.used = isBeside || isSaidOf(verb, { ...link, isOnly: false });
}

/** Verbs, and whether something that the other object says is beside each. */
const verbsOf = (own: Tokens, theirs: Tokens) =>
  own.words('verb').map((verb) => {
    const mirror = theirs.all[own.all.indexOf(verb)];
    const around = ['filler', 'is', 'which', 'not', 'noun'] as const;
    const sides = mirror ? ([-1, 1] as const).map((step) => theirs.beside(mirror, step, around)) : [];
    return { verb, isBeside: sides.some((side) => side?.used) };
  });

/**
 * Of an object whose noun is not said, a verb says which field is meant: 许三创办的公司 are not those that news about 许三
 * mention.
 */
const isSaidElse = (own: Tokens, theirs: Tokens, link: Link, fields: readonly FieldDefinition[]): boolean =>
  verbsOf(own, theirs).some(
    ({ verb, isBeside }) => isBeside && !saysField(verb, fields) && !isSaidOf(verb, { ...link, isOnly: false }),
  );

const saysField = ({ span }: Token, fields: readonly FieldDefinition[]): boolean =>
  fields.some(({ label, config }) =>
    [label, ...(config?.synonyms ?? [])].some((name) => [...span.text].some((character) => name.includes(character))),
  );

/** 山东企业 of issuers that are in 山东. */
function takeNouns(own: Tokens, theirs: Tokens, { other }: Link): string[] {
  if (theirs.of('self').length > 0) return [];
  return own.words('noun').flatMap((noun) => {
    const mirror = theirs.all[own.all.indexOf(noun)];
    const before = mirror && theirs.beside(mirror, -1, []);
    if (before?.kind !== 'value' || !before.used) return [];
    noun.used = true;
    return [`“${noun.span.text}”按“${other.label}”理解`];
  });
}
