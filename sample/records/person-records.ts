import type { Dossier } from '#sample/world/dossier.ts';
import type { Person } from '#sample/world/model.ts';
import { jobTitle } from '#sample/world/institutions.ts';
import { PLACES } from '#sample/words/names.ts';
import { between, chance, pick, pickSome, pickWeighted, type Random } from '#sample/draw/random.ts';
import { references, sampleRecord, type SampleRecord } from './sample-record.ts';
import { yuan } from '#sample/world/valuation.ts';

const ANGEL_STAGES = ['种子轮', '天使轮', '天使+轮', 'Pre-A轮'];
const ANGEL_INDUSTRIES = ['人工智能', '企业服务', '消费品', '医疗健康', '先进制造', '教育'];
const SCHOOLS = ['示例大学', '示例理工大学', '示例财经大学', '示例医科大学'] as const;
const MAX_PORTFOLIO = 20;

/** One investor with companies of the deals they took part in. */
export function personRecord(random: Random, person: Person, all: Dossier): SampleRecord {
  const own = all.ofPerson(person);
  const { org } = person;
  const industries = org?.industries ?? pickSome(random, ANGEL_INDUSTRIES, 3);
  const low = pick(random, [1, 2, 3, 5]);
  const acceptsBp = chance(random, 0.75);
  const years = between(random, 3, 22);
  const title = org ? jobTitle(random) : '个人投资人';
  return sampleRecord('InsightInvestor', person.key, {
    name: person.name,
    brief: `关注${industries.slice(0, 3).join('、')}，从业 ${years} 年`,
    identity: person.identity,
    org: org && { key: org.key },
    title,
    gender: pick(random, ['男', '男', '女']),
    region: org && !org.place.city ? org.place.code : pickWeighted(random, PLACES, ({ weight }) => weight).code,
    focusIndustries: industries,
    focusStages: org?.stages.length ? org.stages : ANGEL_STAGES,
    focusRegions: pickSome(random, PLACES, between(random, 1, 4)).map(({ code }) => code),
    currencyPreference: org?.prefersDollars ? '双币' : '人民币',
    minCheck: yuan(low * 1e6),
    maxCheck: yuan(low * 1e6 * pick(random, [3, 5, 10])),
    philosophy: '看重技术壁垒与团队的长期投入，愿意在早期陪伴企业走过验证阶段。',
    portfolio: references([...new Set(own.map(({ company }) => company))].slice(-MAX_PORTFOLIO)),
    careerYears: years,
    introduction: `${person.name}，${org ? `${org.name}${title}` : title}。本条为示例数据，人物与经历均为虚构。`,
    education: [`${pick(random, SCHOOLS)} ${pick(random, ['本科', '硕士', '博士', 'MBA'])}`],
    isCertified: chance(random, 0.8),
    acceptsBp,
    responseRate: String(between(random, 5, 98)),
    responseDays: acceptsBp ? between(random, 1, 20) : undefined,
  });
}
