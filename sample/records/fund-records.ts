import { addDays, daysFrom } from '#shared/time/days.ts';
import { partlyKnown } from '#sample/draw/calendar.ts';
import { indexOf } from '#sample/draw/identifiers.ts';
import type { Fund } from '#sample/world/model.ts';
import { between, chance, pick, pickSome, pickWeighted, type Random, roundAmount } from '#sample/draw/random.ts';
import { sampleRecord, type SampleRecord } from './sample-record.ts';
import { yuan } from '#sample/world/valuation.ts';

const TERM_YEARS = [5, 6, 7, 7, 8, 10] as const;
const TYPES: readonly (readonly [type: string, weight: number])[] = [
  ['创业投资基金', 10],
  ['股权投资基金', 7],
  ['产业基金', 2.5],
  ['成长基金', 1.5],
  ['并购基金', 1],
  ['S基金', 0.6],
  ['其他私募投资基金', 0.5],
];
const PARTNERS = [
  '示例市产业引导基金',
  '示例新区国有资本平台',
  '示例母基金',
  '示例保险资产管理公司',
  '示例上市公司',
  '示例高校基金会',
  '个人出资人',
] as const;

/** Where a fund is in its life, by its age. */
function fundStatus(fund: Fund, today: string): string {
  const years = daysFrom(fund.founded, today) / 365;
  if (years < 0.7) return '正在募集';
  if (years < 7) return '正在运作';
  if (years < 9) return '退出期';
  if (years < 10) return '延长期';
  return indexOf(fund.key) % 7 === 0 ? '提前清算' : '正常清算';
}

const isOver = (status: string): boolean => status.endsWith('清算');

function fundType(random: Random, fund: Fund): string {
  if (fund.org.type === '母基金FOF') return '母基金FOF';
  return fund.org.type === '政府引导基金' ? '政府引导基金' : pickWeighted(random, TYPES, ([, weight]) => weight)[0];
}

/** Returns, present only for funds that have had time to earn them. */
function returns(random: Random, fund: Fund, today: string) {
  if (daysFrom(fund.founded, today) < 4 * 365 || chance(random, 0.5)) return {};
  const total = 60 + Math.floor(random() * 240);
  const paidOut = Math.floor(total * random() * 0.8);
  const hundredths = (value: number) => String(value / 100);
  return { tvpi: hundredths(total), dpi: hundredths(paidOut), irr: hundredths(Math.round((total - 100) * 12)) };
}

/** One fund; what its deals add up to is counted from them. */
export function fundRecord(random: Random, fund: Fund, today: string): SampleRecord {
  const { org, founded } = fund;
  const status = fundStatus(fund, today);
  const type = fundType(random, fund);
  const size = roundAmount((1 + random() * 5) * 1e8 * Math.sqrt(org.activity));
  const term = pick(random, TERM_YEARS);
  const filed = addDays(founded, between(random, 10, 120));
  const partners = pickSome(random, PARTNERS, between(random, 1, 4));
  const over = addDays(founded, 3650);
  return sampleRecord('InsightFund', fund.key, {
    name: fund.name,
    brief: `${org.name}旗下${type}`,
    filingNumber: filed <= today ? `EX${String(indexOf(fund.key)).padStart(4, '0')}` : undefined,
    manager: org.manager && { key: org.manager.key },
    org: { key: org.key },
    type,
    status,
    orgForm: pick(random, ['有限合伙', '有限合伙', '有限合伙', '有限合伙', '契约型', '有限责任公司']),
    region: org.place.code,
    custodian: '示例托管银行',
    size: chance(random, 0.9) ? yuan(size) : { band: '数亿' },
    paidIn: yuan(Math.floor(size * (status === '正在募集' ? 0.2 : pick(random, [0.6, 0.8, 1])))),
    currencyKind: '人民币',
    vintage: Number(founded.slice(0, 4)),
    foundedOn: partlyKnown(random, founded, 0.1, 0.05),
    filedOn: filed <= today ? filed : undefined,
    liquidatedOn: isOver(status) ? (over < today ? over : today) : undefined,
    termYears: term,
    investmentYears: Math.ceil(term / 2),
    limitedPartners: partners,
    limitedPartnersCount: partners.length + between(random, 0, 12),
    isGuidanceFund: type === '政府引导基金',
    isFundOfFunds: type === '母基金FOF',
    focusIndustries: org.industries,
    focusStages: org.stages,
    ...returns(random, fund, today),
  });
}
