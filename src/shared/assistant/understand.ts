import { allOf } from '#shared/conditions/condition-parts.ts';
import { bind } from './bind.ts';
import type { Doubt } from './binding.ts';
import { together } from './together.ts';
import { normalise } from './normalise.ts';
import { closedReading } from './closed.ts';
import { continued, goesOn } from './follow-up.ts';
import { KIND } from './groups.ts';
import { growthInstead, growthOf } from './growth.ts';
import { inCurrency } from './in-currency.ts';
import { type Joined, joinedBy, type Link, linksOf } from './joins.ts';
import { namesByOption } from './named-by-option.ts';
import { takeNouns } from './nouns.ts';
import { COUNTERS } from './phrases.ts';
import type { Plan, Reading } from './plan.ts';
import { shapeOf, SILENT } from './shape.ts';
import type { Cover, KnownValue, Span } from './meanings.ts';
import { Lattice } from './spans.ts';
import { byLinks } from './same-name.ts';
import { timesApart } from './times-apart.ts';
import { isWord, type Token, type TokenOf, Tokens } from './tokens.ts';
import { understood } from './understood.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** A question read as being about one object. */
interface Attempt {
  readonly object: AskableObject;
  readonly plan: Plan;
  readonly doubts: readonly Doubt[];
  readonly assumptions: readonly string[];
  /** Nouns that were taken for this object without being its name. */
  readonly guesses: number;
  /** Parts that mean nothing for this object. */
  readonly left: readonly string[];
  /** Offsets of their characters. */
  readonly leftAt: ReadonlySet<number>;
  /** Characters of parts that say something about this object. */
  readonly weight: number;
  readonly isNamed: boolean;
  /** Conditions on fields that come first where nothing else is said. */
  readonly ranked: number;
  /** Where something is last said of the object: of two objects, a question is about the one that it names last. */
  readonly headAt: number;
  /** Of a question that concerns two objects: the other one's noun is ahead of what is said of this one. */
  readonly isHead: boolean;
  /** Parts that were taken for a field that is only nearly called so. */
  readonly nears: number;
  /** Does the question name a field of the object by more than the noun of another one? */
  readonly saysField: boolean;
  readonly spans: readonly Span[];
  /** The object that narrows this one. */
  readonly by?: string;
}

const isLeft = (token: Token): boolean =>
  !token.used && token.kind !== 'self' && !(token.kind === 'word' && isSilent(token));

/** A word by which things are counted fills nothing behind another filling character: the 名 of 曾用名. */
function isStray(token: Token, tokens: Tokens): boolean {
  const before = tokens.all[tokens.all.indexOf(token) - 1];
  const isFilling = (one: Token | undefined) => isWord(one, 'filler') && one.span.text.length === 1;
  const isCounting = before?.kind === 'amount' || before?.kind === 'top' || isWord(before, 'howMany', 'which', 'per');
  // 只投早期 is no more than that, and 三只 counts.
  if (token.span.text === '只' && isFilling(token) && !isCounting) return true;
  return (
    isFilling(token) &&
    COUNTERS.has(token.span.text) &&
    isFilling(before) &&
    !/[的这那了]/u.test(before?.span.text ?? '')
  );
}

/** 哪类 says something: the kinds of records are to be compared. */
const isSilent = (token: TokenOf<'word'>): boolean =>
  token.words.some((word) => SILENT.includes(word)) && !(isWord(token, 'which') && KIND.test(token.span.text));

const nearWords = (tokens: Tokens): string[] =>
  tokens
    .of('field')
    .flatMap(({ isNear, span, used, fields: [field, another] }) =>
      isNear && used && field && !another ? [`“${span.text}”按“${field.label}”理解`] : [],
    );

/** What the parts of a question say where one object is asked about, beside what other objects were found to add. */
function read(cover: Cover, tokens: Tokens, object: AskableObject, vocabulary: Vocabulary, joined?: Joined): Attempt {
  const binder = bind(tokens, object);
  const { assumptions, ...shape } = shapeOf(tokens, object, binder);
  const own = together(binder.bound, tokens);
  const filter = allOf([own, joined?.condition].filter((one) => one !== undefined));
  const nouns = takeNouns(tokens, object, vocabulary);
  const said = tokens.all.filter(({ kind, used }) => kind === 'self' || (kind !== 'word' && used));
  const doubtful = nearDoubts(tokens);
  for (const token of timesApart(binder, tokens)) token.used = false;
  const left = tokens.all.filter((token) => (isLeft(token) || isStray(token, tokens)) && !isDoubted(token, doubtful));
  return {
    object,
    plan: {
      object: object.apiName,
      ...(filter && { filter }),
      ...(joined?.linked && { linked: [joined.linked] }),
      ...shape,
    },
    doubts: [...binder.doubts, ...doubtful],
    guesses: nouns.length + (joined?.guesses ?? 0),
    assumptions: [
      ...nearWords(tokens),
      ...nouns,
      ...(joined?.assumptions ?? []),
      ...binder.assumptions,
      ...assumptions,
    ],
    left: [...cover.unknown, ...left.map(({ span }) => span.text)],
    leftAt: new Set([...cover.unknownAt, ...left.flatMap(({ span: { from, to } }) => placesOf(from, to))]),
    spans: cover.spans,
    weight: said.reduce((sum, { span }) => sum + span.text.length, 0),
    isNamed: tokens.of('self').length > 0 || namesByOption(tokens, object, vocabulary),
    ranked:
      (joined?.ranked ?? 0) + binder.bound.filter(({ fields: [field] }) => field?.config?.askRank !== undefined).length,
    headAt: joined?.headAt ?? 0,
    isHead: joined !== undefined && joined.headAt > joined.nounAt,
    nears: nearWords(tokens).length,
    saysField: tokens.of('field').some(({ span }) => !span.meanings.some(({ kind }) => kind === 'object')),
  };
}

const attempt = (cover: Cover, object: AskableObject, vocabulary: Vocabulary): Attempt =>
  read(cover, Tokens.of(cover.spans, object), object, vocabulary);

/** A question about one object that is narrowed by what another one says: 位于北京的医院的医生. */
function attemptJoined(lattice: Lattice, link: Link, vocabulary: Vocabulary): Attempt | undefined {
  const exact = lattice.cover(link.object, link.other);
  const first = readJoined(exact, link, vocabulary);
  if (first?.left.length === 0) return first;
  const unknown = first?.leftAt ?? new Set(exact.unknownAt);
  const near = lattice.near([link.object, link.other], unknown).cover(link.object, link.other);
  const second = readJoined(near, link, vocabulary);
  return second?.left.length === 0 ? second : undefined;
}

function readJoined(cover: Cover, link: Link, vocabulary: Vocabulary): Attempt | undefined {
  const tokens = Tokens.of(cover.spans, link.object);
  const joined = joinedBy(cover.spans, tokens, link);
  const one = joined && read(cover, tokens, link.object, vocabulary, joined);
  return one && { ...one, by: link.other.label };
}

/** What a part that is in doubt is asked for is known once it is chosen. */
const isDoubted = (token: Token, doubts: readonly Doubt[]): boolean =>
  doubts.some((doubt) => doubt.token === token) ||
  (doubts.length > 0 && isWord(token, 'sum', 'avg', 'most', 'least', 'maxOf', 'minOf'));

/** Parts that are nearly the labels of several fields. */
const nearDoubts = (tokens: Tokens): Doubt[] =>
  tokens
    .of('field')
    .filter(({ isNear, used, fields }) => isNear && !used && fields.length > 1)
    .map((token) => ({ token, fields: token.fields }));

const placesOf = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** A question as being about one object, by what it says letter by letter, else by what that nearly is. */
function attemptNear(lattice: Lattice, object: AskableObject, vocabulary: Vocabulary): Attempt {
  const exact = attempt(lattice.cover(object), object, vocabulary);
  if (exact.left.length === 0) return exact;
  const near = attempt(lattice.near([object], exact.leftAt).cover(object), object, vocabulary);
  return near.left.length === 0 ? near : exact;
}

const length = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** A question that names its object is about another one only where it says more of that than a value, letter by letter. */
const isFarFetched = (one: Attempt, isAnyNamed: boolean): boolean =>
  isAnyNamed && !one.isNamed && ((!one.saysField && one.guesses === 0) || one.nears > 0);

/** The better of two attempts: the one that leaves less, then the one whose object the question names, then that says more. */
function compare(one: Attempt, other: Attempt): number {
  return (
    length(one.left) - length(other.left) ||
    one.guesses - other.guesses ||
    other.headAt - one.headAt ||
    Number(other.isNamed) - Number(one.isNamed) ||
    one.doubts.length - other.doubts.length ||
    other.ranked - one.ranked ||
    other.weight - one.weight
  );
}

const isSaying = ({ plan }: Attempt): boolean =>
  plan.filter !== undefined || plan.select !== undefined || plan.measures !== undefined || plan.sort !== undefined;

/** One choice for each field that a part of the question may be of. */
function choices({ doubts: [doubt], object }: Attempt, lattice: Lattice, vocabulary: Vocabulary) {
  return (doubt?.fields ?? []).map((field) => {
    const rest = object.fields.filter((one) => one === field || !doubt?.fields.includes(one));
    const asked = { ...object, fields: rest };
    return { label: field.label, plan: attemptNear(lattice, asked, vocabulary).plan };
  });
}

const MAX_CHOICES = 3;

/**
 * What a question asks for. `values` are parts of it that the database knows; `today` is YYYY-MM-DD in Asia/Shanghai.
 * No word is passed over: what has no meaning for the object that is asked about is named, and then nothing is answered.
 * `before` is the plan of the question before in the conversation.
 */
export function understand(
  question: string,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
  before?: Plan,
): Reading {
  const alone = understandAlone(question, vocabulary, values, today);
  const again = (rest: string) => understandAlone(rest, vocabulary, values, today);
  const grow = () => growthOf(question, vocabulary, today, again);
  const instead = alone.kind === 'answer' ? growthInstead(alone, grow) : grow();
  const fresh = inCurrency(question, vocabulary, again) ?? instead ?? alone;
  const goes = before && (goesOn(question) || fresh.kind !== 'answer');
  return (goes ? goOn(question, before, vocabulary, values, today) : undefined) ?? fresh;
}

/** What a question adds to the one before; undefined where it is none that goes on. */
function goOn(
  question: string,
  before: Plan,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
): Reading | undefined {
  const object = vocabulary.objects.get(before.object);
  if (!object) return undefined;
  const normalised = normalise(question);
  const one = attemptNear(Lattice.of(normalised, vocabulary, values, today), object, vocabulary);
  // What names an object is a question of its own, be it about this one or about one that it links to.
  const namesObject = one.spans.some(({ meanings }) => meanings.some(({ kind }) => kind === 'object'));
  const isNew = namesObject && !goesOn(question);
  if (isNew || one.left.length > 0 || one.doubts.length > 0 || !isSaying(one)) return undefined;
  const plan = continued(before, one.plan);
  const assumptions = ['接着上一个问题，保留其余条件', ...one.assumptions];
  return { kind: 'answer', plan, understood: understood(one.spans, normalised.at), assumptions };
}

function understandAlone(
  question: string,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
): Reading {
  const normalised = normalise(question);
  const lattice = Lattice.of(normalised, vocabulary, values, today);
  const all = Array.from(vocabulary.objects.values(), (object) => attemptNear(lattice, object, vocabulary));
  const isAnyNamed = all.some(({ isNamed }) => isNamed);
  const apt = all.filter((one) => !isFarFetched(one, isAnyNamed));
  const joined = apt.some(({ left }) => left.length === 0)
    ? []
    : linksOf(Array.from(vocabulary.objects.values()))
        .flatMap((link) => attemptJoined(lattice, link, vocabulary) ?? [])
        .filter((one) => one.isNamed || one.isHead || (one.headAt >= 0 && (one.guesses > 0 || !isAnyNamed)));
  const near = byLinks([...joined, ...apt].toSorted(compare), (one, other) => compare(one, other) === 0, vocabulary);
  const [best, second] = near;
  const barred = best?.left.length === 0 ? undefined : closedReading(apt.toSorted(compare), vocabulary);
  if (barred) return barred;
  if (!best || (!best.isNamed && best.weight === 0 && best.doubts.length === 0))
    return { kind: 'decline', reason: '没有理解这个问题，请说明要查询的对象，例如企业、机构或交易' };
  const marks = understood(best.spans, normalised.at);
  if (best.left.length > 0)
    return { kind: 'partly', unknown: best.left, object: best.object.apiName, understood: marks };
  if (second && compare(best, second) === 0 && isSaying(second)) {
    return {
      kind: 'ask',
      question: '要查询哪一类数据？',
      choices: [best, second].map(({ object, plan, by }) => ({
        label: by ? `${object.label}（按${by}）` : object.label,
        plan,
      })),
      understood: marks,
    };
  }
  const [doubt] = best.doubts;
  if (doubt)
    return {
      kind: 'ask',
      question: `“${doubt.token.span.text}”指哪一项？`,
      choices: choices(best, lattice, vocabulary).slice(0, MAX_CHOICES),
      understood: marks,
    };
  return { kind: 'answer', plan: best.plan, understood: marks, assumptions: best.assumptions };
}
