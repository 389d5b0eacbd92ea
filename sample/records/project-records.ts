import { addDays, daysFrom } from '#shared/time/days.ts';
import { companyStatus } from './company-records.ts';
import { type Dossier, trackNames } from '#sample/world/dossier.ts';
import type { Company, Org, Track } from '#sample/world/model.ts';
import { between, chance, logNormal, pick, pickWeighted, type Random, roundAmount } from '#sample/draw/random.ts';
import { nextRounds, usualAmount } from '#sample/world/rounds.ts';
import { references, sampleKey, sampleRecord, type SampleRecord } from './sample-record.ts';
import { yuan } from '#sample/world/valuation.ts';

const STATUS: readonly (readonly [status: string, weight: number])[] = [
  ['融资中', 7],
  ['暂停融资', 1],
  ['融资完成', 1.5],
  ['已关闭', 0.5],
];

/** A company looking for money, and the state of its round. */
interface Search {
  readonly company: Company;
  readonly status: string;
}

/** So many operating companies that look, or looked, for their next round. */
export function searches(random: Random, companies: readonly Company[], all: Dossier, count: number): Search[] {
  const able = companies.filter((company) => {
    const last = all.ofCompany(company).at(-1);
    const rested = !last || daysFrom(last.round.day, all.today) > 120;
    return companyStatus(company, last) === '运营中' && rested && nextRounds(last?.round.round).length > 0;
  });
  const step = able.length / count;
  return Array.from({ length: Math.min(count, able.length) }, (_, index) => able[Math.floor(index * Math.max(1, step))])
    .filter((company) => company !== undefined)
    .map((company) => ({ company, status: pickWeighted(random, STATUS, ([, weight]) => weight)[0] }));
}

/** One project with its request. */
export function projectRecord(
  random: Random,
  { company, status }: Search,
  index: number,
  tracks: ReadonlyMap<string, Track>,
  advisors: readonly Org[],
  all: Dossier,
): SampleRecord {
  const current = all.ofCompany(company).at(-1)?.round.round;
  const target = pick(random, nextRounds(current));
  const amount = roundAmount(logNormal(random, usualAmount(target), 0.4));
  const share = between(random, 5, 20);
  const published = addDays(all.today, -between(random, 1, 240));
  const revenue = roundAmount(amount * (0.1 + random() * 1.2));
  const hasFa = advisors.length > 0 && chance(random, 0.25);
  return sampleRecord('InsightProject', sampleKey('project', index), {
    name: `${company.name}${target}融资`,
    company: { key: company.key },
    brief: `${company.product}，服务于${company.customer}`,
    status,
    industry: company.track.industry,
    tracks: references(trackNames(company).flatMap((name) => tracks.get(name) ?? [])),
    keywords: [company.product],
    region: company.place.code,
    cityText: company.place.city,
    foundedOn: company.founded.slice(0, 7),
    publishedOn: published,
    closedOn: status === '已关闭' ? all.today : undefined,
    currentRound: current ?? '未融资',
    targetRound: target,
    targetAmount: yuan(amount),
    equityOffered: String(share),
    valuation: yuan((amount * 100) / share),
    deadlineOn: addDays(published, 180),
    currencyPreference: pick(random, ['人民币', '人民币', '双币']),
    useOfProceeds: '研发投入约占五成，市场拓展约占三成，其余用于补充流动资金。',
    revenueLastYear: yuan(revenue),
    profitLastYear: yuan(revenue * (random() * 0.5 - 0.35)),
    teamSize: between(random, 6, 260),
    introduction: `${company.name}主营${company.product}，现启动${target}融资。本条为示例数据，企业与数字均为虚构。`,
    advantages: '核心技术自主研发，已在标杆客户处完成验证并进入复购阶段。',
    businessModel: '以产品销售与年度服务费为主要收入来源。',
    founderName: company.founders[0],
    founderTitle: '创始人兼首席执行官',
    hasFa,
    fa: hasFa ? { key: pick(random, advisors).key } : undefined,
    viewsCount: between(random, 10, 2400),
    interestsCount: between(random, 0, 40),
  });
}
