import { areaList } from '@vant/area-data';

/** A place in China by the digits of its code: two of the province, four where the city is known. */
export type Region = string;

const PROVINCE_ENDING = /(省|市|(壮族|回族|维吾尔)?自治区|特别行政区)$/;
const CITY_ENDING =
  /(市|地区|盟|(蒙古|回|藏|苗|彝|壮|布依|朝鲜|侗|白|土家|哈尼|哈萨克|傣|傈僳|羌|景颇|柯尔克孜|族)+自治州)$/;
/** Provinces that are cities at once. */
const MUNICIPALITIES = ['11', '12', '31', '50'];

const PLACES: ReadonlyMap<string, Region> = placesByName();
/** No name of a place is longer, so that the beginning of a name needs no longer look. */
const LONGEST = Math.max(...Array.from(PLACES.keys(), (name) => name.length));
const DISTRICTS: ReadonlySet<string> = new Set(
  Object.values(areaList.county_list).filter((name) => /[区县市旗]$/.test(name) && name.length > 2),
);

function placesByName(): Map<string, Region> {
  const places = new Map<string, Region>();
  for (const [code, name] of Object.entries(areaList.city_list)) {
    const province = code.slice(0, 2);
    if (MUNICIPALITIES.includes(province) || /直辖/.test(name)) continue;
    const short = name.replace(CITY_ENDING, '');
    for (const one of [name, short, `${short}州`]) if (one.length > 1) places.set(one, code.slice(0, 4));
  }
  // 吉林 is a province and a city of the same name: the name alone is that of the province.
  for (const [code, name] of Object.entries(areaList.province_list)) {
    for (const one of [name, name.replace(PROVINCE_ENDING, '')]) places.set(one, code.slice(0, 2));
  }
  return places;
}

/** The place that a text names, e.g. 深圳市, 广东 or 内蒙古自治区. */
export function regionNamed(text: string): Region | undefined {
  const whole = PLACES.get(text);
  if (whole !== undefined) return whole;
  const { regions, rest } = leadingRegions(text, 0);
  return rest === '' ? regions.at(-1) : undefined;
}

/** Takes the places off the beginning of a name, as long as at least so many characters are left. */
export function leadingRegions(name: string, left = 2): { readonly regions: readonly Region[]; readonly rest: string } {
  const regions: Region[] = [];
  let rest = name;
  for (;;) {
    const found = beginning(rest, left, (text) => PLACES.has(text));
    if (found === undefined) break;
    regions.push(PLACES.get(found) ?? '');
    rest = rest.slice(found.length);
  }
  const district = beginning(rest, left, (text) => DISTRICTS.has(text));
  return { regions, rest: district === undefined ? rest : rest.slice(district.length) };
}

function beginning(text: string, left: number, isPlace: (beginning: string) => boolean): string | undefined {
  for (let length = Math.min(LONGEST, text.length - left); length > 1; length -= 1) {
    const one = text.slice(0, length);
    if (isPlace(one)) return one;
  }
  return undefined;
}

/** May both be the same place? One may be known more exactly than the other. */
export const sameRegion = (one: Region, other: Region): boolean => one.startsWith(other) || other.startsWith(one);
