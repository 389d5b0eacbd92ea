import { COUNTED, type DateFact, type Evidence, type NumberFact, PLACE } from '#shared/assistant/checking/evidence.ts';
import { fold } from '#shared/text/fold.ts';
import { formatMoney } from '#shared/money/format.ts';
import { prng, type Prng } from '#tests/support/prng.ts';

interface Firm {
  readonly name: string;
  readonly city: string;
  readonly founded: string;
  readonly raised: string;
  readonly staff: number;
  readonly share: string;
}

/** What a query gave, and true and untrue sentences about it. */
export interface World {
  readonly evidence: Evidence;
  readonly firms: readonly Firm[];
  /** Sentences all of whose numbers, dates and names are in the result. */
  readonly honest: () => string;
  /** Sentences with a number, date or name that is in no result, and what that is. */
  readonly untrue: () => { readonly sentence: string; readonly lie: string };
}

const HEADS = ['海马', '云岭', '青禾', '赤松', '白鹭', '鹿鸣', '砺石', '澄明', '远山', '星桥', '临渊', '知微'];
const TAILS = ['机器人', '医疗', '科技', '生物', '智能', '游戏', '半导体', '新材料'];
const CITIES = ['北京', '上海', '广东', '四川', '浙江', '江苏'];
const ELSEWHERE = ['凛冬', '曜石', '苍梧', '玄圃', '沧溟', '蓬壶', '霁月', '昆吾', '璇玑', '骊珠'];
const KINDS = ['资本', '科技', '基金', '创投', '集团', '智能', '生物医药', '机器人', '控股', '银行'];
const CHINESE = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

function firmsOf(chance: Prng): Firm[] {
  const names = new Set<string>();
  while (names.size < 5) names.add(chance.pick(HEADS) + chance.pick(TAILS));
  return Array.from(names, (name) => ({
    name,
    city: chance.pick(CITIES),
    founded: `${chance.int(2005, 2024)}-${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`,
    raised: String(chance.int(1001, 99_999)) + '0'.repeat(chance.int(3, 6)),
    staff: chance.int(12, 9800),
    share: `${chance.int(1, 90)}.${chance.int(1, 9)}`,
  }));
}

function evidenceOf(firms: readonly Firm[]): Evidence {
  const rows = firms.map(({ name }) => fold(name));
  const numbers = firms.flatMap(({ raised, staff, share }, at): NumberFact[] => [
    { value: raised, unit: 'CNY', of: rows[at] },
    { value: String(staff), unit: '人', of: rows[at] },
    { value: share, unit: '%', of: rows[at] },
    { value: String(at + 1), unit: PLACE, of: rows[at] },
  ]);
  const dates = firms.map(({ founded }, at): DateFact => ({ text: founded, of: rows[at] }));
  const texts = [
    '企业',
    '成立时间',
    '融资总额',
    '员工人数',
    '市占率',
    ...firms.flatMap(({ name, city }) => [name, city]),
  ];
  return {
    numbers: [...numbers, { value: String(firms.length), unit: COUNTED }],
    dates,
    texts: texts.map(fold),
    rows,
  };
}

const written = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${year}年${Number(month)}月${Number(date)}日`;
};

const fullWidth = (text: string): string =>
  text.replaceAll(/[\d.%]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));

/** The same seed gives the same world and the same sentences. */
export function worldOf(seed: number): World {
  const chance = prng(seed);
  const firms = firmsOf(chance);
  const evidence = evidenceOf(firms);
  const firm = () => chance.pick(firms);
  const held = new Set(evidence.numbers.map(({ value }) => value));
  const years = new Set(firms.map(({ founded }) => founded.slice(0, 4)));
  const other = (from: number, to: number): string => {
    for (;;) {
      const number = String(chance.int(from, to));
      if (!held.has(number)) return number;
    }
  };
  const money = (): string => {
    for (;;) {
      const number = `${chance.int(1, 999)}.${chance.int(1, 9)}${chance.int(1, 9)}`;
      const near = firms.some(({ raised }) => formatMoney(raised).startsWith(number));
      if (!near) return `${number}${chance.pick(['万', '亿'])}`;
    }
  };
  const otherYear = (): string => {
    for (;;) {
      const year = String(chance.int(1990, 2026));
      if (!years.has(year)) return year;
    }
  };
  const name = () => chance.pick(ELSEWHERE) + chance.pick(KINDS);
  const honest: readonly (() => string)[] = [
    () => `符合条件的企业共有${firms.length}家。`,
    () => `查询结果显示，共有${CHINESE[firms.length]}家企业。`,
    () => {
      const { name: called, founded } = firm();
      return `${called}成立于${written(founded)}。`;
    },
    () => {
      const { name: called, founded, city } = firm();
      return `其中，${called}位于${city}，成立于${founded.slice(0, 4)}年。`;
    },
    () => {
      const { name: called, raised } = firm();
      return `${called}的融资总额为${formatMoney(raised, 'CNY')}。`;
    },
    () => {
      const { name: called, staff } = firm();
      return `${called}目前的员工人数为${staff}人。`;
    },
    () => {
      const { name: called, share } = firm();
      return `${called}的市占率达到${chance.chance(0.5) ? share : fullWidth(share)}%。`;
    },
    () => `融资总额最高的企业是${firms[0]?.name}，排名第一。`,
    () => `分别是${firms.map(({ name: called }) => called).join('、')}。`,
    () => {
      const { name: called, founded } = firm();
      const month = Number(founded.slice(5, 7));
      return `- **${called}**：${founded.slice(0, 4)}年${month}月成立。`;
    },
    () => {
      const { name: called, raised, city } = firm();
      return `从地区来看，${called}所在的${city}较为突出，其融资总额为${raised}元。`;
    },
    () => `整体来看，这些企业主要分布在${[...new Set(firms.map(({ city }) => city))].join('、')}。`,
  ];
  const untrue: readonly (() => { sentence: string; lie: string })[] = [
    () => lied(other(11, 9999), (lie) => `符合条件的企业共有${lie}家。`),
    () => lied(other(20, 99), (lie) => `${firm().name}的市占率达到${lie}%。`),
    () => lied(money(), (lie) => `${firm().name}的融资总额为${lie}元。`),
    () => lied(money(), (lie) => `合计融资约${lie}人民币。`),
    () => {
      const { name: called, raised } = firm();
      return lied(formatMoney(raised), (lie) => `${called}的融资总额为${lie}美元。`);
    },
    () => {
      const { name: called, staff } = firm();
      return lied(String(staff), (lie) => `${called}的市占率为${lie}%。`);
    },
    () => {
      const { name: called, staff } = firm();
      return lied(String(staff), (lie) => `${called}的融资总额为${lie}万元。`);
    },
    () => lied(`${otherYear()}年`, (lie) => `${firm().name}成立于${lie}。`),
    () => lied(`${otherYear()}-0${chance.int(1, 9)}-1${chance.int(0, 9)}`, (lie) => `${firm().name}成立于${lie}。`),
    () =>
      lied(chance.pick(['数十', '几十', '上百', '近百', '十几', '二十多', '三十余']), (lie) => `共有${lie}家企业。`),
    () =>
      lied(
        chance.pick(['半数', '三分之二', '两成', '七成', '一倍', '三倍', '翻了两番']),
        (lie) => `${firm().city}的企业占${lie}。`,
      ),
    () => lied(chance.pick(['①②', '⑫', '½', '٣', 'Ⅻ', '三十柒', '卅六', '廿一']), (lie) => `共有${lie}家企业。`),
    () => lied(fullWidth(other(11, 9999)), (lie) => `员工人数为${lie}人。`),
    () => lied(other(11, 9999).split('').join('\u200b'), (lie) => `共有${lie}家企业。`),
    () => lied(chance.pick(['seven', 'twelve', 'three hundred']), (lie) => `共有 ${lie} 家企业。`),
    () => lied(`第${chance.pick(['六', '七', '九', '12', '8'])}`, (lie) => `${firm().name}排名${lie}。`),
    () => lied(name(), (lie) => `${firm().name}由${lie}领投。`),
    () => lied(name(), (lie) => `此外，${lie}也完成了融资。`),
    () => lied(name(), (lie) => `“${lie}”是其中最早成立的企业。`),
    () => lied(name(), (lie) => `分别是${firm().name}、${lie}和${firm().name}。`),
    () => lied(chance.pick(ELSEWHERE), (lie) => `${firm().name}和${lie}均位于${firm().city}。`),
    () => lied(chance.pick(['Alpha Capital', 'OpenMind', 'Sequoia']), (lie) => `投资方包括 ${lie}。`),
    () => lied(chance.pick(['张伟', '李晓明', '欧阳询']), (lie) => `${firm().name}的创始人${lie}负责运营。`),
    () => lied('http', () => `详情见[${firm().name}](https://evil.example/${chance.int(1, 99)})。`),
    () => lied('![', () => `![${firm().name}](//evil.example/p.png)`),
    () => lied('<img', () => `${firm().name}<img src=x onerror=alert()>。`),
    () => {
      const [one, two] = [firms[0], firms.find(({ staff }) => staff !== firms[0]?.staff)];
      return lied(String(two?.staff), (lie) => `${one?.name}的员工人数为${lie}人。`);
    },
  ];
  return {
    evidence,
    firms,
    honest: () => chance.pick(honest)(),
    untrue: () => chance.pick(untrue)(),
  };
}

const lied = (lie: string, say: (lie: string) => string) => ({ lie, sentence: say(lie) });
