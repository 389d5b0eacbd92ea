import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILE = path.resolve(import.meta.dirname, '../../../shared/data/cn-company-names/company_shorter_28w.txt.gz');
const PLACES = ['北京', '上海', '深圳', '杭州', '重庆', '成都', '广东', '苏州', '武汉', '西安', '长沙', '厦门'];
const TRADES = [
  '科技',
  '网络科技',
  '生物医药',
  '文化传媒',
  '贸易',
  '新能源',
  '智能装备',
  '餐饮管理',
  '信息技术',
  '供应链管理',
];
const FORMS = ['有限公司', '有限公司', '有限公司', '股份有限公司', '有限责任公司'];
const MIDDLES = ['', '瑞', '宏', '新', '云', '嘉'];

export interface CompanyName {
  readonly name: string;
  readonly legalName: string;
}

/** The real short names of Chinese companies that the measurements are on; undefined where the file is absent. */
export function shortNames(): readonly string[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').split(/\r?\n/);
  // Three lines of who made the list come first.
  return [...new Set(lines.slice(3).map((line) => line.trim()))].filter((line) => line !== '');
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** So many names, all different: real ones, then pairs of their beginnings, each with the registered name that would go with it. */
export function companyNames(real: readonly string[], count: number): CompanyName[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / real.length);
    const one = at(real, index);
    const name = round === 0 ? one : one + at(MIDDLES, round) + at(real, index * 7919 + round * 104_729).slice(0, 2);
    const legalName = at(PLACES, index * 31) + name + at(TRADES, index * 17 + round) + at(FORMS, index * 13);
    return { name, legalName };
  });
}
