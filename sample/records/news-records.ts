import { addDays } from '#shared/time/days.ts';
import { dealWords } from './deal-records.ts';
import { investorNames, trackNames } from '#sample/world/dossier.ts';
import { ordinalWord } from '#sample/world/institutions.ts';
import type { Deal, Fund, Track } from '#sample/world/model.ts';
import { MEDIA } from '#sample/words/names.ts';
import { between, pick, type Random } from '#sample/draw/random.ts';
import { references, sampleKey, sampleRecord, type SampleRecord, type SampleValue } from './sample-record.ts';

const NOTE = '本文为示例内容，所涉企业、机构、人物与数字均为虚构。';
const CATEGORY: Readonly<Record<string, string>> = { IPO上市: '上市', 被收购: '并购' };

type Story = Readonly<Record<string, SampleValue>> & {
  readonly title: string;
  readonly day: string;
  readonly summary: string;
  readonly text: string;
};

/** What a paper says of a deal on the day it is known. */
function dealStory(deal: Deal, tracks: ReadonlyMap<string, Track>): Story {
  const { company, round } = deal;
  const names = investorNames(deal);
  const payers = names.length > 0 ? `，投资方包括${names.slice(0, 3).join('、')}` : '，投资方未披露';
  const category = CATEGORY[round.round] ?? '融资';
  const happening = category === '上市' ? '完成首次公开发行' : category === '并购' ? '被并购' : dealWords(round);
  return {
    day: round.day,
    title: `${company.track.name}企业“${company.name}”${happening}`,
    summary: `${company.name}宣布${happening}${category === '融资' ? payers : ''}。`,
    text: `公司位于${company.place.name}，主营${company.product}，客户以${company.customer}为主。本次资金将用于产品研发与市场拓展。`,
    category,
    sentiment: '正面',
    industry: company.track.industry,
    region: company.place.code,
    companies: references([company]),
    orgs: references([...new Set([...deal.leads, ...deal.follows])]),
    tracks: references(trackNames(company).flatMap((name) => tracks.get(name) ?? [])),
    transactions: references([deal]),
    people: company.founders.slice(0, 1),
    keywords: [...new Set([company.product, round.round])],
  };
}

function fundStory(fund: Fund): Story {
  return {
    day: fund.founded,
    title: `${fund.org.name}设立第${ordinalWord(fund.ordinal)}期基金`,
    summary: `${fund.org.name}旗下新基金完成设立，重点投向${fund.org.industries.slice(0, 3).join('、')}。`,
    text: `基金注册地为${fund.org.place.name}，将围绕既定方向开展投资。`,
    category: '基金募集',
    sentiment: '中性',
    region: fund.org.place.code,
    orgs: references([fund.org]),
    funds: references([fund]),
    keywords: ['基金募集'],
  };
}

function trackStory(random: Random, track: Track, day: string): Story {
  const category = pick(random, ['行业', '行业', '政策', '快讯', '研报']);
  const heading =
    { 行业: '需求升温，产业链加快布局', 政策: '迎来示例支持政策', 快讯: '一周动态汇总', 研报: '示例研究报告发布' }[
      category
    ] ?? '动态';
  return {
    day,
    title: `${track.name}${heading}`,
    summary: `${track.name}方向近期动态：${track.products.join('、')}等细分领域保持活跃。`,
    text: `从客户结构看，${track.customers.join('、')}仍是主要需求来源。`,
    category,
    sentiment: pick(random, ['正面', '中性', '中性', '负面']),
    industry: track.industry,
    tracks: references([track]),
    keywords: track.products,
  };
}

/** Newest stories of deals, funds and tracks, `count` in all. */
export function newsRecords(
  random: Random,
  { deals, funds, tracks }: { deals: readonly Deal[]; funds: readonly Fund[]; tracks: readonly Track[] },
  count: number,
  today: string,
): SampleRecord[] {
  const byName = new Map(tracks.map((track) => [track.name, track]));
  const newestFunds = funds.toSorted((a, b) => (a.founded < b.founded ? 1 : -1)).slice(0, Math.floor(count * 0.1));
  const aboutTracks = Array.from({ length: Math.floor(count * 0.2) }, () =>
    trackStory(random, pick(random, tracks), addDays(today, -between(random, 1, 500))),
  );
  const others = [...newestFunds.map(fundStory), ...aboutTracks];
  const aboutDeals = deals.slice(-(count - others.length)).map((deal) => dealStory(deal, byName));
  return [...aboutDeals, ...others]
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, text, ...story }, index) => {
      const key = sampleKey('news', index + 1);
      const hour = String(between(random, 0, 12)).padStart(2, '0');
      const minute = String(between(random, 0, 59)).padStart(2, '0');
      return sampleRecord('InsightNews', key, {
        ...story,
        body: `${story.summary}\n\n${text}\n\n${NOTE}`,
        publishedOn: `${day < today ? day : addDays(today, -1)}T${hour}:${minute}:00Z`,
        media: pick(random, MEDIA),
        author: '示例记者',
        url: `https://news.example.com/${key}`,
        viewsCount: between(random, 30, 20000),
      });
    });
}
