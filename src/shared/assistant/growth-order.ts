import type { GrowthOrder } from './plan.ts';

/** A question without what it says of the order of growth. */
export interface Ordered {
  readonly text: string;
  readonly order?: GrowthOrder;
  /** How that was taken. */
  readonly assumed: readonly string[];
  /** Where a superlative says it, in the text as it was. */
  readonly place?: { readonly from: number; readonly to: number };
}

const RISE = '增长率|增长幅度|增长额|增长量|增幅|增速|涨幅|增长|增加|上升|上涨|提高|提升|变化';
const FALL = '下降率|下降幅度|降幅|跌幅|下降|下滑|减少|降低';
/** 增长最快, 降幅最大. */
const FIRST = new RegExp(`(?:同比|环比)?的?(${RISE}|${FALL})(?:得|的)?最(快|猛|慢|多|少|大|小|高|低)`, 'u');
/** 按增幅排序, 按同比增长从高到低. */
const ROWS = new RegExp(
  `[，,、\\s]*(?:并|再|且)?按照?(?:同比|环比)?(${RISE}|${FALL})(?:(从高到低|由高到低|从大到小|由大到小|从多到少|降序|倒序)|(从低到高|由低到高|从小到大|由小到大|从少到多|升序))?(?:排序|排列|排名|排)?`,
  'u',
);
const SHARE = /率|幅|速/u;
const isFall = (word: string): boolean => new RegExp(`^(?:${FALL})`, 'u').test(word);

/**
 * What a question orders groups by: 增长最多 is how far numbers are apart, 增长最快 and 增幅 how much in a hundred. A
 * superlative stays one of the groups, so that the rest of the question can be read with it.
 */
export function orderIn(text: string): Ordered {
  const rows = ROWS.exec(text);
  const [said = '', word = '', , ascending] = rows ?? [];
  if (rows && said.trim() !== '') {
    const by = SHARE.test(word) ? 'rate' : 'change';
    const order = (ascending !== undefined) === isFall(word) ? 'desc' : 'asc';
    return { text: text.replace(said, ' '.repeat(said.length)), order: { by, order }, assumed: [] };
  }
  const first = FIRST.exec(text);
  if (!first) return { text, assumed: [] };
  const [all, what = '', most = ''] = first;
  const by = SHARE.test(what) || !/[多少]/u.test(most) ? 'rate' : 'change';
  const order = /[慢少小低]/u.test(most) === isFall(what) ? 'desc' : 'asc';
  const assumed = SHARE.test(what) ? [] : [`“${all}”按${by === 'rate' ? '增幅' : '变化的多少'}排序`];
  const place = { from: first.index, to: first.index + all.length };
  return {
    text: text.slice(0, place.from) + '最多'.padEnd(all.length, ' ') + text.slice(place.to),
    order: { by, order },
    assumed,
    place,
  };
}
