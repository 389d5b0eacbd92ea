import { formatMoney } from '#shared/money/format.ts';
import type { DayNumber } from './clock.ts';
import { ownRange } from './kinds/density.ts';
import type { Contacts, Fact, Institution, Value } from './kinds/kind.ts';
import type { Part } from './score.ts';

/** Deals of an institution in the last months, and those of them with the value that is spoken of. */
export interface Counted {
  readonly deals: number;
  readonly of: number;
  readonly months: number;
  /** The last one, e.g. 2026-05 某某科技 A轮. */
  readonly last?: string;
}

export interface Judged {
  readonly verdict: 'fit' | 'partly' | 'miss' | 'unknown';
  readonly basis: 'stated' | 'evidence' | 'both' | 'none';
  readonly differs?: 'statedNotDone' | 'doneNotStated';
  /** Shares of the value in the deals of the institution and of the market, as decimals. */
  readonly shares?: { readonly share: string; readonly market: string };
  /** The value that is spoken of. */
  readonly winner?: Value;
}

interface Said {
  readonly part: Part;
  readonly fact: Fact | undefined;
  readonly label: string;
  readonly subject: string | null;
  readonly judged: Judged;
  readonly counted: Counted | undefined;
  readonly institution: Institution;
  /** First contacts of the side that is ranked. */
  readonly contacts: Contacts | undefined;
  readonly today: DayNumber;
  /** Whose list it is: of a project that looks for institutions, or of an institution that looks for projects. */
  readonly asker: Asker;
}

export type Asker = 'project' | 'institution';

/** How the two sides are called in a sentence for each asker. */
const SIDES: Readonly<
  Record<Asker, { project: string; institution: string; seeks: string; leaves: string; states: string }>
> = {
  project: { project: '本项目', institution: '对方', seeks: '自述关注', leaves: '自述未提', states: '自述' },
  institution: {
    project: '该项目',
    institution: '您',
    seeks: '您关注',
    leaves: '您未关注',
    states: '您的单笔金额',
  },
};

/** A tenth more or fewer investors than of other rounds is not worth saying. */
const USUAL = Math.log(1.1);

const percent = (share: string): string => {
  const value = Number(share) * 100;
  return value > 0 && value < 1 ? '不足 1%' : `${Math.round(value)}%`;
};
const SMALL = 3;

/** What is known of one criterion, in one sentence. */
export function wordsOf(said: Said): string {
  const { part, fact, label, subject, judged } = said;
  if (part.key === 'reply') return replyWords(said.contacts);
  const constant = CONSTANT_WORDS[part.key];
  if (!part.pair && constant) return constant(said.institution, said.today, part);
  const sides = SIDES[said.asker];
  if ((!fact || subject === null) && part.pair?.kind === 'network') return '尚无已收录的股东';
  if (!fact || subject === null) return `${sides.project}未填写${label}`;
  if (judged.verdict === 'unknown') return `${sides.institution}未说明${label}，交易也不足以判断`;
  if (fact.members) return networkWords(part, fact);
  const stated = said.institution.stated?.[part.key]?.label;
  if (fact.range) return rangeWords(said, fact, stated);
  return valueWords(said, judged.winner?.label ?? subject, stated);
}

function networkWords({ terms }: Part, { members = [] }: Fact): string {
  const names = members.flatMap(({ label }, place) => ((terms[place] ?? 0) > 0 ? [label] : []));
  return names.length > 0 ? `曾与现有股东${names.join('、')}投资同一企业` : '未与现有股东投资过同一企业';
}

function rangeWords({ part, institution, asker }: Said, { range, label }: Fact, stated: string | undefined): string {
  const own = ownRange(institution.profile.dimensions.get(part.pair?.evidence ?? part.key));
  const usual = own && `以往所投多在 ${amount(own.low)}–${amount(own.high)}`;
  const target = `目标 ${label ?? (range ? amount(range.high) : '')}`;
  return [stated && `${SIDES[asker].states} ${stated}`, usual, target].filter(Boolean).join('，');
}

/** Three leading digits are enough of an amount that is drawn from others. */
const amount = (x: number): string => formatMoney(String(BigInt(Math.round(Number((10 ** x).toPrecision(2))))));

function valueWords({ judged, counted, part, fact, asker }: Said, value: string, stated: string | undefined): string {
  const { seeks, leaves } = SIDES[asker];
  const near = counted && `近 ${counted.months} 个月`;
  if (judged.differs === 'statedNotDone')
    return near && counted.of > 0 && counted.deals === 0
      ? `${seeks}${stated ?? value}，${near} ${counted.of} 笔中无${value}`
      : `${seeks}${stated ?? value}，少有${value}交易`;
  const deals = dealWords(judged, counted, value);
  const wider = part.pair?.kind === 'tree' ? branchWords(part, fact, judged) : undefined;
  const claim = judged.differs === 'doneNotStated' ? `${leaves}${value}` : stated && `${seeks}${stated}`;
  return [claim, wider ?? deals].filter(Boolean).join(claim && judged.basis === 'stated' ? '；' : '，');
}

function dealWords({ shares, basis }: Judged, counted: Counted | undefined, value: string): string {
  const market = shares ? `全市场 ${percent(shares.market)}` : '';
  if (!counted || counted.of === 0) return market && `近期无交易可数，${market}`;
  if (counted.deals === 0) return `近 ${counted.months} 个月 ${counted.of} 笔中无${value}（${market}）`;
  if (basis === 'stated' || counted.of < SMALL)
    return `近 ${counted.months} 个月有 ${counted.deals} 笔属${value}，样本少`;
  const share = `${Math.round((counted.deals / counted.of) * 100)}%，${market}`;
  const last = counted.last ? `，最近一笔 ${counted.last}` : '';
  return `近 ${counted.months} 个月 ${counted.of} 笔中 ${counted.deals} 笔属${value}（${share}）${last}`;
}

/** Where the institution is at home in what is above the option and was never in the option itself. */
function branchWords({ terms }: Part, fact: Fact | undefined, { winner, verdict, shares }: Judged): string | undefined {
  const above = fact?.values?.findLast((_, level) => level < terms.length - 1 && (terms[level] ?? 0) > 0);
  return verdict === 'partly' && above && Number(shares?.share) === 0
    ? `投过${above.label}，未投过${winner?.label}`
    : undefined;
}

function replyWords(contacts: Contacts | undefined): string {
  if (!contacts) return '首次联系的记录尚少';
  return `近两年在本平台 ${contacts.asked} 次首次联系中回应 ${contacts.answered} 次`;
}

const CONSTANT_WORDS: Readonly<Record<string, (institution: Institution, today: DayNumber, part: Part) => string>> = {
  activity: ({ profile: { deals } }) => (deals > 0 ? `共 ${deals} 笔公开交易` : '暂无公开交易'),
  recency: ({ profile: { last } }, today) =>
    last === null ? '暂无公开交易' : `最近一笔交易距今 ${Math.max(0, Math.floor(((today - last) * 12) / 365.25))} 个月`,
  exposure: ({ shown = 0 }) => (shown > 0 ? `近 30 天在 ${shown} 份名单中列前 20` : '近 30 天未列入名单前 20'),
  demand: (_, __, { sum }) =>
    Math.abs(sum) < USUAL ? '同类轮次的投资方多少如常' : `同类轮次的投资方通常较${sum > 0 ? '多' : '少'}`,
  crowd: (_, __, { terms: [holders = 0] }) => (holders > 0 ? `已有 ${holders} 家股东` : '尚无已知股东'),
};
