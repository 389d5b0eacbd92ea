import { areaList } from '@vant/area-data';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { COUNTRY_CODES } from './country-codes.ts';

/** Branch of the region tree that holds every other country. */
export const OVERSEAS = '海外';

/** These are provinces and cities at once: they have no branches. */
const MUNICIPALITIES = new Set(['110000', '120000', '310000', '500000']);

const SPECIAL_REGIONS: Readonly<Record<string, readonly string[]>> = {
  '710000': ['中国台湾', 'Taiwan', 'TW', 'TWN'],
  '810000': ['中国香港', 'Hong Kong', 'HK', 'HKG'],
  '820000': ['中国澳门', 'Macao', 'Macau', 'MO', 'MAC'],
};

const PEOPLES = '蒙古|回|藏|苗|彝|壮|布依|朝鲜|侗|白|土家|哈尼|哈萨克|傣|傈僳|羌|景颇|柯尔克孜';
const PROVINCE_ENDING = /(省|市|(壮族|回族|维吾尔)?自治区|特别行政区)$/;
const PREFECTURE_ENDING = new RegExp(`((${PEOPLES})族?)+自治州$`);
const DIRECTLY_RULED = /直辖县/;

/** 广东省 → 广东, 广西壮族自治区 → 广西. */
const shortProvince = (name: string): string => name.replace(PROVINCE_ENDING, '');

/** 深圳市 → 深圳, 恩施土家族苗族自治州 → 恩施州; districts, leagues and counties keep their names. */
const shortCity = (name: string): string => name.replace(PREFECTURE_ENDING, '州').replace(/市$/, '');

const option = (value: string, label: string, parent: string | undefined, aliases: readonly string[]): SelectOption => {
  const others = [...new Set(aliases)].filter((alias) => alias !== label && alias !== value);
  return { value, label, ...(parent && { parent }), ...(others.length > 0 && { aliases: others }) };
};

function provinces(): SelectOption[] {
  return Object.entries(areaList.province_list).map(([code, name]) =>
    option(code, shortProvince(name), undefined, [name, ...(SPECIAL_REGIONS[code] ?? [])]),
  );
}

function cities(top: readonly SelectOption[]): SelectOption[] {
  const provinceNames = new Map(top.map(({ value, label }) => [value, label]));
  const taken = new Set(provinceNames.values());
  return Object.entries(areaList.city_list).flatMap(([code, name]) => {
    const parent = `${code.slice(0, 2)}0000`;
    if (MUNICIPALITIES.has(parent)) return [];
    // Several provinces have a branch of this one name for what belongs to no city.
    if (DIRECTLY_RULED.test(name)) return [option(code, `${provinceNames.get(parent) ?? ''}直辖县市`, parent, [])];
    // 吉林 alone is the province; its city keeps 市.
    const short = shortCity(name);
    return [option(code, taken.has(short) ? name : short, parent, [name])];
  });
}

function countries(): SelectOption[] {
  const chinese = new Intl.DisplayNames(['zh-CN'], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  return COUNTRY_CODES.map(([two, three]) =>
    option(two, chinese.of(two) ?? two, OVERSEAS, [english.of(two) ?? two, three]),
  );
}

/**
 * The tree of regions: provinces with their prefecture cities by administrative code, and 海外 with the other countries
 * by ISO 3166 code. Labels are short (北京, 广东, 深圳); full, English and three-letter names are aliases.
 */
export function regionOptions(): OptionSet {
  const top = provinces();
  const abroad = option(OVERSEAS, OVERSEAS, undefined, ['国外', '境外', 'overseas']);
  const levels = [
    ['省份', '省', '省市', '省级行政区'],
    ['城市', '地级市'],
  ];
  const options = [...top, ...cities(top), { ...abroad, levelBelow: ['国家'] }, ...countries()];
  return { name: 'region', label: '地区', kind: 'tree', levels, options };
}
