import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import { formatMoney } from '#shared/money/format.ts';
import { addDays, daysFrom } from '#shared/time/days.ts';
import { acquirer } from './company-records.ts';
import { exitOf, trackNames } from '#sample/world/dossier.ts';
import { website } from '#sample/draw/identifiers.ts';
import type { Amount, Deal, Track } from '#sample/world/model.ts';
import { MEDIA } from '#sample/words/names.ts';
import { between, chance, pick, pickWeighted, type Random } from '#sample/draw/random.ts';
import { references, sampleRecord, type SampleRecord } from './sample-record.ts';
import { money, valuation } from '#sample/world/valuation.ts';

const STAGES: Readonly<Record<string, readonly string[]>> = {
  早期: ['种子轮', '天使轮', '天使+轮', 'Pre-A轮', 'A轮', 'A+轮'],
  成长期: ['Pre-B轮', 'B轮', 'B+轮', 'C轮', 'C+轮'],
  中后期: ['D轮', 'E轮', 'Pre-IPO'],
  战略: ['战略投资', '股权转让'],
  退出: ['IPO上市', '被收购'],
};

const USES = ['产品研发与团队扩充', '产能扩张与交付', '市场拓展与渠道建设', '补充流动资金'] as const;

const VERIFICATION = [
  { status: '已核实', weight: 8 },
  { status: '待核实', weight: 2 },
  { status: '市场传闻', weight: 0.3 },
] as const;

/** The stage that a round belongs to. */
const stageOf = (round: string): string =>
  Object.entries(STAGES).find(([, rounds]) => rounds.includes(round))?.[0] ?? '其他';

/** An amount in words: 3000万人民币, 数千万美元; undefined where it is not known. */
function amountWords(amount: Amount): string | undefined {
  if ('num' in amount) return formatMoney(String(amount.num), amount.currency);
  const unit = CURRENCY_NAMES[amount.currency ?? 'CNY'];
  return amount.band === '未透露' ? undefined : amount.band.replace(/元及以上$/, '元以上') + unit;
}

/** What a company did, as a headline has it: 完成数千万美元C轮融资; 完成C轮融资，金额未披露. */
export function dealWords({ round, amount }: Pick<Deal['round'], 'round' | 'amount'>): string {
  const what = round.endsWith('轮') ? `${round}融资` : round;
  const words = amountWords(amount);
  return words === undefined ? `完成${what}，金额未披露` : `完成${words}${what}`;
}

function listing(deal: Deal) {
  if (deal.round.round === '被收购') return { exitMode: exitOf(deal), acquirerName: acquirer(deal.company) };
  if (deal.round.round !== 'IPO上市') return {};
  return { exitMode: exitOf(deal), marketSegment: '科创板', stockCode: `示例${deal.company.key.slice(-4)}` };
}

/** One round as the transaction list shows it. */
export function dealRecord(
  random: Random,
  deal: Deal,
  tracks: ReadonlyMap<string, Track>,
  today: string,
): SampleRecord {
  const { company, round } = deal;
  const valued = valuation(deal);
  const delay = Math.min(between(random, 0, 60), daysFrom(round.day, today));
  return sampleRecord('InsightTransaction', deal.key, {
    title: `${company.name} · ${round.round}`,
    company: { key: company.key },
    round: round.round,
    stage: stageOf(round.round),
    fundedOn: deal.published,
    disclosedOn: addDays(round.day, delay),
    industry: company.track.industry,
    tracks: references(trackNames(company).flatMap((name) => tracks.get(name) ?? [])),
    region: company.place.code,
    cityText: company.place.city,
    verification: pickWeighted(random, VERIFICATION, ({ weight }) => weight).status,
    amount: money(round.amount),
    amountText: chance(random, 0.3) ? amountWords(round.amount) : undefined,
    preMoney: valued?.pre,
    postMoney: valued?.post,
    equityRatio: valued?.ratio,
    leadInvestors: references(deal.leads),
    followInvestors: references(deal.follows),
    otherInvestors: deal.others,
    individualInvestors: references(deal.people),
    funds: references(deal.funds),
    advisors: deal.advisor && references([deal.advisor]),
    ...listing(deal),
    useOfProceeds: chance(random, 0.6) ? pick(random, USES) : undefined,
    description: `${company.name}${dealWords(round)}，信息来自${pick(random, MEDIA)}。`,
    sourceUrl: `${website(company.key)}news/${deal.key}`,
  });
}
