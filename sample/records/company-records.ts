import { addDays } from '#shared/time/days.ts';
import { partlyKnown } from '#sample/draw/calendar.ts';
import { type Dossier, trackNames } from '#sample/world/dossier.ts';
import { creditCode, indexOf, mailbox, telephone, website } from '#sample/draw/identifiers.ts';
import type { Company, Deal, Track } from '#sample/world/model.ts';
import { personName } from '#sample/words/names.ts';
import { between, chance, pick, pickSome, type Random } from '#sample/draw/random.ts';
import { references, SAMPLE_SUFFIX, sampleRecord, type SampleRecord } from './sample-record.ts';
import { yuan } from '#sample/world/valuation.ts';

const BANDS = ['1-10', '11-50', '51-100', '101-250', '251-500', '501-1000', '1001-5000', '5001-10000'] as const;
const LABELS = [
  '高新技术企业',
  '专精特新',
  '科技型中小企业',
  '瞪羚企业',
  '雏鹰企业',
  '海归创业',
  '连续创业者',
] as const;

/** What became of a company, said by its last event. */
export function companyStatus(company: Company, last: Deal | undefined): string {
  if (company.closed) return '已关闭';
  if (last?.round.round === 'IPO上市') return '已上市';
  if (last?.round.round === '被收购') return '已被收购';
  return last === undefined && indexOf(company.key) % 5 === 0 ? '未上线' : '运营中';
}

function tags(random: Random, unicorn: boolean): string[] {
  return [
    '示例',
    ...(unicorn ? ['独角兽'] : []),
    ...(chance(random, 0.4) ? pickSome(random, LABELS, between(random, 1, 2)) : []),
  ];
}

function registration(random: Random, company: Company) {
  const { place, founders, key, brand } = company;
  if (place.city) return { englishName: `${brand} ${place.city}` };
  return {
    legalName: `${place.name}${company.name}科技有限公司${SAMPLE_SUFFIX}`,
    creditCode: creditCode('C', place, indexOf(key)),
    legalRepresentative: founders[0],
    registeredCapital: yuan(pick(random, [1, 2, 3, 5, 10, 12, 20, 30, 50]) * 1e6),
  };
}

function afterwards(company: Company, status: string, last: Deal | undefined) {
  if (status === '已上市') {
    return { marketSegment: '科创板', stockCode: `示例${company.key.slice(-4)}`, listedOn: last?.published };
  }
  if (status === '已被收购') return { acquirerName: acquirer(company) };
  return status === '已关闭' ? { closedOn: company.closed } : {};
}

/** Who bought a company that was sold. */
export const acquirer = ({ track }: Company): string => `示例${track.parent ?? track.name}产业集团`;

/** One company; what its rounds add up to is counted from them. */
export function companyRecord(
  random: Random,
  company: Company,
  tracks: ReadonlyMap<string, Track>,
  all: Dossier,
): SampleRecord {
  const own = all.ofCompany(company);
  const status = companyStatus(company, own.at(-1));
  const people = Array.from({ length: between(random, 0, 3) }, () => personName(random));
  const size = Math.min(BANDS.length - 1, Math.floor(own.length * 0.9) + between(random, 0, 2));
  return sampleRecord('InsightCompany', company.key, {
    name: company.name,
    brief: `专注${company.product}，服务于${company.customer}`,
    status,
    industry: company.track.industry,
    tracks: references(trackNames(company).flatMap((name) => tracks.get(name) ?? [])),
    tags: tags(random, all.isUnicorn(company)),
    keywords: [...new Set([company.product, company.track.name])],
    region: company.place.code,
    cityText: company.place.city,
    address: company.place.city ? undefined : `${company.place.name}示例路 ${between(random, 1, 999)} 号`,
    foundedOn: partlyKnown(random, company.founded, 0.22, 0.1),
    employeeBand: BANDS[size],
    aliases: chance(random, 0.12) ? [`${company.brand}科技`] : [],
    introduction: `${company.name}成立于 ${company.founded.slice(0, 4)} 年，位于${company.place.name}，专注${company.track.name}方向。公司主营${company.product}，主要客户为${company.customer}，核心团队由${company.founders.join('、')}等人组成。本条为示例数据，企业、人物与数字均为虚构。`,
    productIntro: `${company.product}：面向${company.customer}，持续改进产品与服务。`,
    ...registration(random, company),
    ...afterwards(company, status, own.at(-1)),
    founders: [...new Set(company.founders)],
    keyPeople: [...new Set(people)],
    website: website(company.key),
    phone: chance(random, 0.7) ? telephone(random) : undefined,
    email: chance(random, 0.8) ? mailbox(company.key, 'contact') : undefined,
    verifiedOn: chance(random, 0.5) ? addDays(all.today, -between(random, 1, 300)) : undefined,
  });
}
