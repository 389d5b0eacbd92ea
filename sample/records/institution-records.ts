import { addDays } from '#shared/time/days.ts';
import { partlyKnown } from '#sample/draw/calendar.ts';
import { type Dossier, exits } from '#sample/world/dossier.ts';
import { creditCode, indexOf, mailbox, telephone, website } from '#sample/draw/identifiers.ts';
import type { Fund, Manager, Org } from '#sample/world/model.ts';
import { personName } from '#sample/words/names.ts';
import { between, chance, pick, pickSome, type Random, roundAmount } from '#sample/draw/random.ts';
import { SAMPLE_SUFFIX, sampleRecord, type SampleRecord } from './sample-record.ts';
import { yuan } from '#sample/world/valuation.ts';

const STATE_OWNED = new Set(['国有资本/国资', '政府引导基金']);
const SCALE_BANDS: readonly (readonly [from: number, band: string])[] = [
  [1e10, '100亿元以上'],
  [5e9, '50-100亿元'],
  [2e9, '20-50亿元'],
  [1e9, '10-20亿元'],
  [5e8, '5-10亿元'],
  [0, '0-5亿元'],
];
const LAW_FIRMS = ['示例一律师事务所', '示例二律师事务所', '示例三律师事务所'] as const;
const SERVICES = ['股权融资顾问', '并购顾问', '商业计划书撰写', '财务与税务', '政策申报'] as const;

/** What an institution manages, in CNY: more where it invests more. */
const assets = (random: Random, org: Org): number => roundAmount((2 + random() * 6) * org.activity * 2.5e8);

/** One institution; what its deals add up to is counted from them. */
export function orgRecord(random: Random, org: Org, all: Dossier): SampleRecord {
  const isFa = org.type === 'FA';
  const low = isFa ? 0 : pick(random, [1, 2, 3, 5, 10, 20]);
  return sampleRecord('InsightOrg', org.key, {
    name: org.name,
    legalName: org.place.city ? undefined : `${org.place.name}${org.brand}投资管理有限公司${SAMPLE_SUFFIX}`,
    creditCode: org.place.city ? undefined : creditCode('G', org.place, indexOf(org.key)),
    brief: isFa ? '为成长期企业提供融资顾问服务' : `专注${org.industries.slice(0, 2).join('、')}的${org.type}`,
    type: org.type,
    isStateOwned: STATE_OWNED.has(org.type),
    isGuidanceFund: org.type === '政府引导基金',
    isFa,
    isForeign: org.type === '海外机构',
    region: org.place.code,
    cityText: org.place.city,
    foundedOn: partlyKnown(random, org.founded, 0.2, 0.2),
    introduction: `${org.name}成立于 ${org.founded.slice(0, 4)} 年，总部位于${org.place.name}。本条为示例数据，机构与数字均为虚构。`,
    manager: org.manager && { key: org.manager.key },
    focusStages: org.stages,
    focusIndustries: org.industries,
    currencyPreference: org.prefersDollars ? pick(random, ['美元', '双币']) : '人民币',
    minCheck: isFa ? undefined : yuan(low * 1e6),
    maxCheck: isFa ? undefined : yuan(low * 1e6 * pick(random, [5, 10, 20])),
    leadsRounds: !isFa && chance(random, 0.7),
    bpEmail: isFa ? undefined : mailbox(org.key, 'bp'),
    faServices: isFa ? pickSome(random, SERVICES, between(random, 2, 4)) : undefined,
    faFee: isFa ? '成功收费，按融资额比例' : undefined,
    aum: isFa ? undefined : chance(random, 0.85) ? yuan(assets(random, org)) : { band: '数十亿' },
    exitModes: [...new Set(exits(all.ofOrg(org), all).map(({ mode }) => mode))],
    website: website(org.key),
    phone: telephone(random),
    email: mailbox(org.key, 'contact'),
  });
}

/** One registered manager; its funds are counted from them. */
export function managerRecord(random: Random, manager: Manager, funds: readonly Fund[], today: string): SampleRecord {
  const scale = roundAmount((0.5 + random() * 4) * 3e8 * (1 + funds.length));
  const employees = between(random, 5, 20 + funds.length * 4);
  const isMember = chance(random, 0.35);
  const cancelled = funds.length === 0 && chance(random, 0.2);
  const capital = pick(random, [1, 2, 3, 5, 10]) * 1e7;
  const later = (day: string, low: number, high: number) => {
    const then = addDays(day, between(random, low, high));
    return then < today ? then : today;
  };
  return sampleRecord('InsightFundManager', manager.key, {
    name: manager.name,
    shortName: manager.brand,
    brief: `注册于${manager.place.name}的${manager.type}`,
    registrationNumber: `P99${String(indexOf(manager.key)).padStart(5, '0')}`,
    type: manager.type,
    status: cancelled ? '主动注销' : '正常',
    orgForm: pick(random, ['有限责任公司', '有限责任公司', '股份有限公司', '有限合伙']),
    foundedOn: manager.founded,
    registeredOn: manager.registered,
    deregisteredOn: cancelled ? later(manager.registered, 200, 1500) : undefined,
    creditCode: creditCode('M', manager.place, indexOf(manager.key)),
    legalRepresentative: personName(random),
    region: manager.place.code,
    registeredCapital: yuan(capital),
    paidInCapital: yuan(capital * pick(random, [0.25, 0.5, 1])),
    managedScale: yuan(scale),
    scaleBand: SCALE_BANDS.find(([from]) => scale >= from)?.[1],
    employeesCount: employees,
    qualifiedCount: Math.max(1, Math.floor(employees * 0.8)),
    executives: [...new Set([personName(random), personName(random)])],
    isMember,
    memberKind: isMember ? pick(random, ['普通会员', '观察会员']) : undefined,
    memberOn: isMember ? later(manager.registered, 100, 800) : undefined,
    hasWarning: cancelled,
    warnings: cancelled ? '登记已注销，请留意存续产品的后续安排（示例）' : undefined,
    lawFirm: pick(random, LAW_FIRMS),
    website: website(manager.key),
    phone: telephone(random),
  });
}
