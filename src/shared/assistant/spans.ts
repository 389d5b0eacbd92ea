import { numeralFromText } from '#generators/numerals.ts';
import { simplified } from '#shared/text/fold.ts';
import { amountsWithUnits } from './given-units.ts';
import { findTimes } from './time.ts';
import { nearLabels, nearMeanings } from './near.ts';
import { isContent, type Normalised } from './normalise.ts';
import type { Cover, KnownValue, Span, SpanMeaning } from './meanings.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** Longer parts weigh more than their pieces: two pieces of half the length are less than the whole. */
const GROWTH = 1.3;
const UNCOVERED = -1.5;
/** Sums of the same weights differ by less, depending on what is ahead of them. */
const ROUNDING = 1e-9;
const LONGEST_VALUE = 20;
const WEIGHTS: Readonly<Record<SpanMeaning['kind'], number>> = {
  literal: 1.3,
  value: 1,
  time: 1.1,
  amount: 1,
  top: 1,
  option: 1,
  flag: 1,
  field: 0.95,
  level: 0.95,
  closed: 0.95,
  object: 0.9,
  word: 0.78,
  near: 0.8,
};

const COUNTED = '(?:个|家|名|位|条|只|笔|项|支|部|本|座|所|款|大|强|的)?';
/** 前十, top 5; and the place alone, 第三名. */
const TOP = new RegExp(
  `(?:排名第?前|排行前|前|top ?|头)(\\d{1,3}|[一二两三四五六七八九十]{1,3})${COUNTED}|(?:排名|排行)?第(\\d{1,3}|[一二三四五六七八九十]{1,3})(?:名|位)?`,
  'gu',
);
const smallNumber = (text: string): number => Number(numeralFromText(text) ?? '1');

/** Words behind numbers that no field has to name as its unit. */
const MEASURES =
  '分钟 小时 公里 千米 厘米 毫米 公斤 千克 毫升 平方公里 公顷 人次 分 度 岁 克 斤 升 米 张 票 份 册 本 部 场 集 章 户 秒 元'
    .split(' ')
    .filter((unit) => unit !== '元');

type Edge = Omit<Span, 'text'>;

function vocabularyEdges(text: string, { meanings, longest }: Vocabulary): Edge[] {
  const edges: Edge[] = [];
  for (let from = 0; from < text.length; from += 1) {
    for (let to = Math.min(text.length, from + longest); to > from; to -= 1) {
      const found = meanings.get(text.slice(from, to));
      if (found) edges.push({ from, to, meanings: found });
    }
  }
  return edges;
}

/** 北京市 is 北京, and 2019年 what is written as 2019. */
const KIND_OF_PLACE = /[省市县区]/u;
const isYearBehind = (value: string, text: string, to: number): boolean =>
  /^(?:19|20)\d\d$/.test(value) && text.charAt(to) === '年';

function valueEdges(text: string, values: readonly KnownValue[]): Edge[] {
  return values.flatMap((known) => {
    const edges: Edge[] = [];
    for (let from = text.indexOf(known.text); from >= 0; from = text.indexOf(known.text, from + 1)) {
      const to = from + known.text.length;
      const ends = [to, ...(KIND_OF_PLACE.test(text.charAt(to)) || isYearBehind(known.text, text, to) ? [to + 1] : [])];
      edges.push(...ends.map((end): Edge => ({ from, to: end, meanings: [{ kind: 'value', known }] })));
    }
    return edges;
  });
}

function allEdges(
  { text, quoted }: Normalised,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
): Edge[] {
  return [
    ...vocabularyEdges(text, vocabulary),
    ...valueEdges(text, values),
    ...quoted.map(({ from, to }): Edge => ({ from, to, meanings: [{ kind: 'literal', text: text.slice(from, to) }] })),
    ...findTimes(text, today).map((time): Edge => ({
      from: time.from,
      to: time.to,
      meanings: [{ kind: 'time', time }],
    })),
    ...amountsWithUnits(text, [...vocabulary.units, ...MEASURES]).map((amount): Edge => ({
      from: amount.from,
      to: amount.to,
      meanings: [{ kind: 'amount', amount }],
    })),
    ...Array.from(text.matchAll(TOP), (match): Edge => ({
      from: match.index,
      to: match.index + match[0].length,
      meanings: [{ kind: 'top', count: smallNumber(match[1] ?? match[2] ?? '1'), isOrdinal: match[1] === undefined }],
    })),
  ];
}

/** Words that only lead from one to another give way to those that say something. */
const FILLING = 0.6;
const weight = (meaning: SpanMeaning): number =>
  meaning.kind === 'word' && (meaning.word === 'filler' || meaning.word === 'noun') ? FILLING : WEIGHTS[meaning.kind];
const weightOf = ({ from, to, meanings }: Edge): number => (to - from) ** GROWTH * Math.max(...meanings.map(weight));

/** No part begins or ends within a word in Latin letters: CVC is no C and VC. */
const isWhole = (text: string, from: number, to: number): boolean =>
  !/^[a-z]{2}$/.test(text.slice(from - 1, from + 1)) && !/^[a-z]{2}$/.test(text.slice(to - 1, to + 1));

/** Edges over the same part of the text as one, with all their meanings. */
function together(edges: readonly Edge[]): Edge[] {
  const places = Map.groupBy(edges, ({ from, to }) => `${from}-${to}`);
  return Array.from(places.values(), (same) => ({
    from: same[0]?.from ?? 0,
    to: same[0]?.to ?? 0,
    meanings: same.flatMap(({ meanings }) => meanings),
  }));
}

/** May a meaning be one where an object is asked about? `links` are the objects that its fields name. */
function isOf(meaning: SpanMeaning, object: string, links: ReadonlySet<string>): boolean {
  switch (meaning.kind) {
    case 'object':
      return meaning.object === object || links.has(meaning.object);
    case 'field':
    case 'level':
    case 'closed':
    case 'near':
    case 'option':
    case 'flag':
      return meaning.object === object;
    case 'value':
      return meaning.known.object === object || (meaning.known.id !== undefined && links.has(meaning.known.object));
    default:
      return true;
  }
}

/** All parts of a question that may mean something, for whichever object. */
export class Lattice {
  readonly #text: string;
  readonly #edges: readonly Edge[];
  readonly #vocabulary: Vocabulary;
  /** What parts nearly say, by object: an object is asked about together with each that it is linked to. */
  readonly #near = new Map<AskableObject, Map<string, readonly SpanMeaning[]>>();

  private constructor(text: string, edges: readonly Edge[], vocabulary: Vocabulary) {
    this.#text = text;
    this.#edges = edges;
    this.#vocabulary = vocabulary;
  }

  static of(question: Normalised, vocabulary: Vocabulary, values: readonly KnownValue[], today: string): Lattice {
    const edges = allEdges(question, vocabulary, values, today).filter(({ from, to }) =>
      isWhole(question.text, from, to),
    );
    return new Lattice(question.text, together(edges), vocabulary);
  }

  /** The same with what parts of the question nearly are, around places that mean nothing so far. */
  near(objects: readonly AskableObject[], unknown: ReadonlySet<number>): Lattice {
    const near = nearLabels(this.#text, unknown, (part) => objects.flatMap((object) => this.#nearly(part, object)));
    return new Lattice(this.#text, together([...this.#edges, ...near]), this.#vocabulary);
  }

  #nearly(part: string, object: AskableObject): readonly SpanMeaning[] {
    const known = this.#near.get(object) ?? new Map<string, readonly SpanMeaning[]>();
    this.#near.set(object, known);
    const isOption = (text: string) =>
      this.#vocabulary.meanings.get(text)?.some(({ kind }) => kind === 'option') === true;
    const found = known.get(part) ?? nearMeanings(part, object, isOption);
    known.set(part, found);
    return found;
  }

  /** The best parts where some objects are asked about: every character belongs to one at most, and as few as possible to none. */
  cover(...objects: readonly AskableObject[]): Cover {
    const links = new Set(objects.flatMap(({ fields }) => fields.flatMap(({ targetApiName }) => targetApiName ?? [])));
    const own = this.#edges.flatMap((edge) => {
      // What another object keeps from the asker says nothing of the one that is asked about.
      const meanings = edge.meanings.filter((meaning) =>
        meaning.kind === 'closed'
          ? meaning.object === objects[0]?.apiName
          : objects.some(({ apiName }) => isOf(meaning, apiName, links)),
      );
      return meanings.length > 0 ? [{ ...edge, meanings }] : [];
    });
    return bestWay(this.#text, own);
  }
}

function bestWay(text: string, edges: readonly Edge[]): Cover {
  const ending = Map.groupBy(edges, ({ to }) => to);
  const best: { score: number; edge?: Edge }[] = [{ score: 0 }];
  for (let at = 1; at <= text.length; at += 1) {
    const before = best[at - 1]?.score ?? 0;
    best[at] = { score: before + (isContent(text[at - 1] ?? '') ? UNCOVERED : 0) };
    for (const edge of ending.get(at) ?? []) {
      const score = (best[edge.from]?.score ?? 0) + weightOf(edge);
      if (score > (best[at]?.score ?? 0) + ROUNDING) best[at] = { score, edge };
    }
  }
  const spans: Span[] = [];
  const unknownAt: number[] = [];
  let unknown = '';
  for (let at = text.length; at > 0;) {
    const edge = best[at]?.edge;
    if (edge) {
      spans.unshift({ ...edge, text: text.slice(edge.from, edge.to) });
      unknown = ` ${unknown}`;
      at = edge.from;
    } else {
      const character = text[at - 1] ?? '';
      if (isContent(character)) unknownAt.push(at - 1);
      unknown = (isContent(character) ? character : ' ') + unknown;
      at -= 1;
    }
  }
  return { spans, unknown: unknown.split(' ').filter((part) => part !== ''), unknownAt };
}

/**
 * Parts of a question that may be a value which only the database knows: two to twenty characters, as they were typed, and
 * in simplified characters of common width.
 */
export function candidates(question: string, { text, at, quoted }: Normalised): readonly string[] {
  const typed = (from: number, to: number) => question.slice(at[from], at[to]).trim();
  const found = new Set(quoted.map(({ from, to }) => typed(from, to)));
  for (let from = 0; from < text.length; from += 1)
    for (let to = from + 2; to <= Math.min(text.length, from + LONGEST_VALUE); to += 1) found.add(typed(from, to));
  return [...new Set([...found].flatMap((part) => [part, simplified(part)]))].filter((part) => part.length > 1);
}
