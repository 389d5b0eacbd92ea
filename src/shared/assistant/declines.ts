import type { KnownValue, SpanMeaning } from './meanings.ts';
import type { Normalised } from './normalise.ts';
import { Lattice } from './spans.ts';
import type { DeclineTopic } from './plan.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Topics that are known by words of the language. */
type Topic = Exclude<DeclineTopic, 'closed'>;

/**
 * Words of the language by which a question asks for what no record answers. What the metadata or the records call so is
 * that, and no reason to decline: 推荐方 of a label, 前景科技 of a name.
 */
const TRIGGERS: readonly (readonly [Topic, RegExp])[] = [
  [
    'elsewhere',
    /天气|气温|下雨|下雪|降雨量?|台风|雾霾|股价|股票行情|大盘|上证|深证|恒生|行情|涨停|跌停|收盘价|开盘价|成交价|汇率|(?<![毛净])利率|lpr|油价|金价|房价|彩票|菜谱|食谱|写(?:一)?[首篇段](?:诗|文章|作文|代码)?|写诗|笑话|讲个?故事|运势|路况|火车票|机票|球票|电影票|外卖|几点了|星期几|口罩|跑步|减肥|感冒|你是谁|你叫什么|聊聊天/u,
  ],
  [
    'personal',
    /(?<!客服)(?:手机号码?|手机|电话号码|电话|微信号?|qq号?|联系方式|邮箱)|家庭住址|住址|住在?哪里?|身份证号?|多大年纪|几岁了|生日|女朋友|男朋友|老婆|妻子|丈夫|老公|结婚|几个孩子|工资|薪水|身家/u,
  ],
  [
    'advice',
    /值得|值不值|该不该|应不应该|要不要(?=.{0,8}[投买卖跟])|能不能(?=[投买卖跟])|可以(?=[投买卖]吗)|[能可](?=[投买]吗)|(?:应该|该)(?=[投买卖选出])|推荐|荐股|建议(?=.{0,6}[投买卖]|我)|靠谱|划算|合理吗|[投买](?=哪[只家个支些].{0,8}好)|哪[只家个支]?.{0,8}(?:比较好|最好|更好)|怎么(?=投资|理财|配置|选股)|怎样才能|抄底|看好/u,
  ],
  [
    'forecast',
    /会不会|能不能(?=[涨跌]|上市|成功)|能(?=上市吗|成功吗)|估计(?=.{0,10}[会能])|会(?=涨|跌|赢|输|倒闭|破产|违约|暴雷|怎样|怎么样|如何|成为|上市吗)|预测|前景|(?<=(?:未来|明年|后年|接下来|后期).{0,12})(?:走势|趋势)|走势(?=如何|怎样|怎么样|会|预)|后市|升值潜力|未来(?=.{0,6}(?:会|怎|如何|趋势))|将来/u,
  ],
];

/** Who asks of a record, an object or a field by these, means what the metadata calls so. */
const isOfMetadata = ({ kind }: SpanMeaning): boolean =>
  ['object', 'field', 'option', 'flag', 'value', 'literal'].includes(kind);

export interface Decline {
  readonly topic: Topic;
  /** The words by which it was known. */
  readonly word: string;
}

/** What a question asks for that nothing here answers; undefined where it is none of the kinds that are known. */
export function declineOf(
  question: Normalised,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
): Decline | undefined {
  const found = TRIGGERS.flatMap(([topic, pattern]) => {
    const match = pattern.exec(question.text);
    return match ? [{ topic, word: match[0], from: match.index, to: match.index + match[0].length }] : [];
  });
  if (found.length === 0) return undefined;
  const objects = [...vocabulary.objects.values()];
  const known = Lattice.of(question, vocabulary, values, today)
    .cover(...objects)
    .spans.filter(({ meanings }) => meanings.some(isOfMetadata));
  return found.find(({ from, to }) => !known.some((span) => span.from < to && from < span.to));
}

const WORDS: Readonly<Record<Topic, (word: string) => { readonly reason: string; readonly instead: string }>> = {
  advice: () => ({
    reason: '不提供建议：这里只有已经记录的事实，不判断该怎么做、是否值得投资。',
    instead: '可以按条件查询数据，比较后自行判断。',
  }),
  forecast: () => ({
    reason: '不作预测：这里只有已经发生的记录。',
    instead: '可以查询历年的数据，看过去的变化。',
  }),
  personal: () => ({
    reason: '不在这里提供个人的联系方式、住址等信息。',
    instead: '需要联系时，请打开对方的主页，发私信或申请交换联系方式。',
  }),
  elsewhere: (word) => ({
    reason: `这里没有“${word}”的数据，不能回答。`,
    instead: '可以查询这里的列表中有的数据。',
  }),
};

/** Why nothing is answered, and what can be done instead. */
export const declineWords = ({ topic, word }: Decline) => WORDS[topic](word);
