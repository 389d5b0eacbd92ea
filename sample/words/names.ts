import { pick, type Random, shuffled } from '#sample/draw/random.ts';

// Rare characters, put together in pairs that begin no company name we know of.
const FIRST = Array.from('澄岚砚霁朔沅桁铎翎榆澍珩鹭栩湛琮晞翊骁砺渌曜珂霖筠璟衍弈穹堇嵘涟澈砥韫沄旻屹骧缃澧');
const SECOND = Array.from('砚屿汀岫棹笙岑鲤舟野筑禾序原渡槿澍舫弦沐栈渚崖洲漾砾霭陌耘辙阡箴椽簌樾汐坞荇');

/** About 1,550 invented two-character brands, each once, in the order that chance gives. */
export function brands(random: Random): string[] {
  const pairs = FIRST.flatMap((first) => SECOND.filter((second) => second !== first).map((second) => first + second));
  return shuffled(random, pairs);
}

const SURNAMES = Array.from(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆汪范金石廖贾韦夏付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万覃武钱戴严欧莫孔向常',
);
const GIVEN_FIRST = Array.from('砚舟屿岑澄朗昀聿攸知景予亦怀行书清允致望闻承牧宥陶栖言南北听临照绍慕叙以修');
const GIVEN_SECOND = Array.from('川禾之宁初远安和白舒然棠野洲言卿歌衡遥溪弦汀恩琅序声帆拙桥');

/** An invented person. Repeats are possible, as among people. */
export const personName = (random: Random): string =>
  pick(random, SURNAMES) + pick(random, GIVEN_FIRST) + pick(random, GIVEN_SECOND);

/** Investors that the news name only in general; they have no record. */
export const UNRECORDED_INVESTORS = [
  '个人投资者',
  '未披露产业方',
  '老股东跟投',
  '创始团队',
  '某上市公司',
  '某家族办公室',
  '高校校友基金',
  '员工持股平台',
  '境外财务投资人',
  '地方产业平台',
] as const;

/** Media that do not exist. */
export const MEDIA = ['示例创投日报', '示例财经观察', '示例科技周刊', '示例产业快讯', '示例资本内参'] as const;

/** Cities of funding, with their option value, weight and the name that precedes a registered name. */
export const PLACES: readonly { readonly code: string; readonly name: string; readonly weight: number }[] = [
  { code: '110000', name: '北京', weight: 22 },
  { code: '310000', name: '上海', weight: 18 },
  { code: '440300', name: '深圳', weight: 13 },
  { code: '330100', name: '杭州', weight: 9 },
  { code: '320500', name: '苏州', weight: 6.5 },
  { code: '440100', name: '广州', weight: 5 },
  { code: '320100', name: '南京', weight: 4 },
  { code: '510100', name: '成都', weight: 4 },
  { code: '420100', name: '武汉', weight: 3 },
  { code: '340100', name: '合肥', weight: 3 },
  { code: '610100', name: '西安', weight: 2 },
  { code: '320200', name: '无锡', weight: 2 },
  { code: '430100', name: '长沙', weight: 1.6 },
  { code: '330200', name: '宁波', weight: 1.5 },
  { code: '120000', name: '天津', weight: 1.4 },
  { code: '500000', name: '重庆', weight: 1.3 },
  { code: '441900', name: '东莞', weight: 1.2 },
  { code: '320400', name: '常州', weight: 1.1 },
  { code: '350200', name: '厦门', weight: 1 },
  { code: '370200', name: '青岛', weight: 0.9 },
  { code: '440400', name: '珠海', weight: 0.8 },
  { code: '410100', name: '郑州', weight: 0.6 },
  { code: '810000', name: '香港', weight: 1 },
];

/** Places abroad: country, cities and the currency that rounds there are in. */
export const PLACES_ABROAD = [
  { code: 'US', cities: ['San Jose', 'Boston', 'Austin'], currency: 'USD' },
  { code: 'SG', cities: ['Singapore'], currency: 'SGD' },
  { code: 'GB', cities: ['London', 'Cambridge'], currency: 'GBP' },
  { code: 'DE', cities: ['Berlin', 'München'], currency: 'EUR' },
  { code: 'JP', cities: ['Tokyo', 'Osaka'], currency: 'JPY' },
  { code: 'CA', cities: ['Toronto'], currency: 'CAD' },
  { code: 'AU', cities: ['Sydney'], currency: 'AUD' },
] as const;
