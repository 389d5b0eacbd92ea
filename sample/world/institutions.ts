import { addDays } from '#shared/time/days.ts';
import { place, recentDay } from './companies.ts';
import type { Fund, Manager, Org, Person } from './model.ts';
import { personName } from '#sample/words/names.ts';
import { between, chance, pick, pickSome, pickWeighted, type Random } from '#sample/draw/random.ts';
import { SAMPLE_SUFFIX, sampleKey } from '#sample/records/sample-record.ts';

const EARLY = ['种子轮', '天使轮', '天使+轮', 'Pre-A轮', 'A轮'];
const VENTURE = ['天使轮', 'Pre-A轮', 'A轮', 'A+轮', 'Pre-B轮', 'B轮', 'B+轮'];
const GROWTH = ['B轮', 'B+轮', 'C轮', 'C+轮', 'D轮', 'E轮', 'Pre-IPO'];
const WIDE = ['A轮', 'A+轮', 'B轮', 'B+轮', 'C轮', 'D轮', '战略投资'];

const KINDS: readonly { type: string; ending: string; weight: number; stages: readonly string[] }[] = [
  { type: 'VC', ending: '创投', weight: 46, stages: VENTURE },
  { type: '早期投资机构', ending: '种子基金', weight: 24, stages: EARLY },
  { type: 'PE', ending: '资本', weight: 20, stages: GROWTH },
  { type: 'CVC/产业资本', ending: '产业投资', weight: 18, stages: WIDE },
  { type: '国有资本/国资', ending: '国投', weight: 18, stages: WIDE },
  { type: '政府引导基金', ending: '引导基金', weight: 8, stages: WIDE },
  { type: '券商直投', ending: '证券直投', weight: 7, stages: GROWTH },
  { type: '银行系', ending: '理财投资', weight: 8, stages: GROWTH },
  { type: '保险资金', ending: '保险资管', weight: 7, stages: GROWTH },
  { type: '母基金FOF', ending: '母基金', weight: 4, stages: WIDE },
  { type: '家族办公室', ending: '家族办公室', weight: 10, stages: EARLY },
  { type: '加速器/孵化器', ending: '加速器', weight: 6, stages: EARLY },
  { type: '高校/研究院', ending: '成果转化基金', weight: 4, stages: EARLY },
  { type: '海外机构', ending: '国际资本', weight: 18, stages: WIDE },
  { type: 'FA', ending: '财务顾问', weight: 30, stages: [] },
];

/** Kinds of institution that run no registered funds of their own. */
const WITHOUT_MANAGER = new Set(['FA', '海外机构', '银行系', '保险资金', '家族办公室']);

const MANAGER_TYPES: readonly (readonly [type: string, weight: number])[] = [
  ['私募股权、创业投资基金管理人', 6],
  ['私募证券投资基金管理人', 3],
  ['其他私募投资基金管理人', 0.6],
  ['私募资产配置类管理人', 0.2],
];

function manager(random: Random, index: number, brand: string, today: string, type?: string): Manager {
  const where = place(random, 0);
  const founded = recentDay(random, today, 14, 700);
  return {
    key: sampleKey('manager', index),
    brand,
    name: `${where.name}${brand}私募基金管理有限公司${SAMPLE_SUFFIX}`,
    place: where,
    founded,
    registered: addDays(founded, between(random, 60, 540)),
    type: type ?? pickWeighted(random, MANAGER_TYPES, ([, weight]) => weight)[0],
  };
}

/** Registered managers: the first ones run the institutions' funds, the others are independent. */
export function managers(
  random: Random,
  orgBrands: readonly string[],
  ownBrands: readonly string[],
  today: string,
): Manager[] {
  const ofOrgs = orgBrands.map((brand, index) => manager(random, index + 1, brand, today, MANAGER_TYPES[0]?.[0]));
  return [...ofOrgs, ...ownBrands.map((brand, index) => manager(random, ofOrgs.length + index + 1, brand, today))];
}

/** Invented institutions. One whose brand is in the name of a manager is run by that manager. */
export function institutions(
  random: Random,
  brands: readonly string[],
  registered: readonly Manager[],
  industries: readonly string[],
  today: string,
): Org[] {
  const byBrand = new Map(registered.map((entry) => [entry.brand, entry]));
  return brands.map((brand, index) => {
    const runBy = byBrand.get(brand);
    const kinds = KINDS.filter(({ type }) => !runBy || !WITHOUT_MANAGER.has(type));
    const kind = pickWeighted(random, kinds, ({ weight }) => weight);
    const founded = runBy?.founded ?? recentDay(random, today, 16, 900);
    return {
      key: sampleKey('org', index + 1),
      brand,
      name: brand + kind.ending,
      type: kind.type,
      place: runBy?.place ?? place(random, kind.type === '海外机构' ? 1 : 0),
      founded,
      manager: runBy,
      stages: kind.stages,
      industries: pickSome(random, industries, between(random, 2, 6)),
      activity: kind.stages.length === 0 ? 0 : Math.min(9, (1 - random()) ** -0.55),
      prefersDollars: kind.type === '海外机构' || chance(random, 0.15),
    };
  });
}

/** 1 → 一, 2 → 二; no institution has more than twenty funds. */
export const ordinalWord = (ordinal: number): string =>
  `${ordinal > 10 ? '十' : ''}${'一二三四五六七八九十'.charAt((ordinal - 1) % 10)}`;

/** Funds of the institutions that run funds; the more active one has more of them. */
export function funds(random: Random, orgs: readonly Org[], count: number, today: string): Fund[] {
  const runners = orgs.filter((org) => org.manager);
  const sizes = new Map<Org, number>();
  return Array.from({ length: count }, (_, index) => {
    const org = pickWeighted(random, runners, ({ activity }) => Math.sqrt(activity));
    const ordinal = (sizes.get(org) ?? 0) + 1;
    sizes.set(org, ordinal);
    const earliest = addDays(org.manager?.registered ?? org.founded, 60 + (ordinal - 1) * 420);
    const founded = earliest < today ? earliest : addDays(today, -between(random, 30, 400));
    return {
      key: sampleKey('fund', index + 1),
      name: `${org.place.name}${org.brand}创业投资合伙企业${ordinalWord(ordinal)}期（有限合伙）${SAMPLE_SUFFIX}`,
      org,
      founded,
      ordinal,
    };
  });
}

/** Investors: mostly people of the institutions, some investing for a company, some for themselves. */
export function people(random: Random, orgs: readonly Org[], count: number): Person[] {
  const investing = orgs.filter(({ activity }) => activity > 0);
  return Array.from({ length: count }, (_, index) => {
    const alone = chance(random, 0.12);
    const org = alone ? undefined : pickWeighted(random, investing, ({ activity }) => Math.sqrt(activity));
    const identity = org === undefined ? 'PERSONAL_INVESTOR' : identityAt(org);
    return { key: sampleKey('investor', index + 1), name: personName(random), org, identity };
  });
}

function identityAt(org: Org): string {
  if (org.type === 'CVC/产业资本') return 'COMPANY_INVEST_DEPT';
  return org.type === '母基金FOF' ? 'LP' : 'ORG_INVESTOR';
}

/** What a person's card says. */
export const jobTitle = (random: Random): string =>
  pick(random, ['创始合伙人', '管理合伙人', '合伙人', '执行董事', '投资总监', '副总裁', '投资经理', '高级投资经理']);
