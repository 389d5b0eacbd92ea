import { fieldFacts, type FieldFacts, LIMITS, type LimitName, type SchemaPair } from './field-facts.ts';
import { partOf } from './schema-parts.ts';

/** What differs between two versions of an object; `isBreaking` where a program that works with the first may fail. */
export interface Difference {
  readonly objectApiName: string;
  /** Absent where it is the object itself. */
  readonly field?: string;
  readonly words: string;
  readonly isBreaking: boolean;
}

type Found = Pick<Difference, 'words' | 'isBreaking'>;

const breaking = (words: string): Found => ({ words, isBreaking: true });
const harmless = (words: string): Found => ({ words, isBreaking: false });

const quoted = (words: readonly string[]): string => {
  const shown = words.slice(0, 10).map((word) => `“${word}”`);
  return shown.join('、') + (words.length > shown.length ? `等 ${words.length} 项` : '');
};

/** Limits from which on values are refused, rather than up to which. */
const LEAST: ReadonlySet<LimitName> = new Set(['minLength', 'minimum']);
const isMissing = (value: string | undefined): value is undefined => value === undefined;

/** Is one of two numbers or days less than the other? Decimal text is as exact here as programs read it. */
const isLess = (left: string, right: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(left) ? left < right : Number(left) < Number(right);

function limitChange(name: LimitName, before: string | undefined, after: string | undefined): Found | undefined {
  if (before === after) return undefined;
  const words = `${LIMITS[name]}由${before ?? '不限'}改为${after ?? '不限'}`;
  if (isMissing(after)) return harmless(words);
  const isNarrower = isMissing(before) || (LEAST.has(name) ? isLess(before, after) : isLess(after, before));
  return isNarrower ? breaking(`${words}（收紧）`) : harmless(words);
}

function optionChanges(before: FieldFacts, after: FieldFacts): Found[] {
  const named = (values: readonly string[], { options }: FieldFacts) =>
    values.map((value) => options.get(value) ?? value);
  const [old, now] = [[...before.options.keys()], [...after.options.keys()]];
  const removed = old.filter((value) => !after.options.has(value));
  const added = now.filter((value) => !before.options.has(value));
  const both = now.filter((value) => before.options.has(value));
  const retired = both.filter((value) => after.retired.has(value) && !before.retired.has(value));
  const restored = both.filter((value) => before.retired.has(value) && !after.retired.has(value));
  const renamed = both.filter((value) => before.options.get(value) !== after.options.get(value));
  return [
    ...(removed.length > 0 ? [breaking(`删除选项${quoted(named(removed, before))}`)] : []),
    ...(retired.length > 0 ? [breaking(`停用选项${quoted(named(retired, after))}，不能再写入`)] : []),
    ...(added.length > 0 ? [harmless(`新增选项${quoted(named(added, after))}`)] : []),
    ...(restored.length > 0 ? [harmless(`重新启用选项${quoted(named(restored, after))}`)] : []),
    ...(renamed.length > 0 ? [harmless(`选项改名：${quoted(named(renamed, after))}`)] : []),
  ];
}

function currencyChanges(before: FieldFacts, after: FieldFacts): Found[] {
  const removed = [...before.currencies].filter((code) => !after.currencies.has(code));
  const added = [...after.currencies].filter((code) => !before.currencies.has(code));
  return [
    ...(removed.length > 0 ? [breaking(`不再接受币种${quoted(removed)}`)] : []),
    ...(added.length > 0 ? [harmless(`新增币种${quoted(added)}`)] : []),
  ];
}

function readerChange(before: FieldFacts, after: FieldFacts): Found[] {
  const [old, now] = [before.readers, after.readers];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (now === undefined) return [harmless('改为能打开记录的人都可读取')];
  const isNarrower = old === undefined || old.some((role) => !now.includes(role));
  const words = `改为仅这些身份可读取：${now.join('、')}`;
  return [isNarrower ? breaking(words) : harmless(words)];
}

/** A change from one word to another; `says` makes the sentence. */
const when = (differs: boolean, found: Found): Found[] => (differs ? [found] : []);

function fieldChanges(before: FieldFacts, after: FieldFacts): Found[] {
  // Of another type everything else is another too.
  if (before.type !== after.type) return [breaking(`类型由 ${before.type} 改为 ${after.type}`)];
  const limits = (Object.keys(LIMITS) as LimitName[])
    .map((name) => limitChange(name, before.limits[name], after.limits[name]))
    .filter((found) => found !== undefined);
  const isWriteLost = before.isWritten && !after.isWritten;
  const isBoth = before.isWritten && after.isWritten;
  const isPatternNew = isBoth && limits.length === 0 && before.isPartial === after.isPartial;
  return [
    ...when(before.title !== after.title, harmless(`名称由“${before.title}”改为“${after.title}”`)),
    ...when(!before.isRequired && after.isRequired, breaking('改为必填')),
    ...when(before.isRequired && !after.isRequired && after.isWritten, harmless('不再必填')),
    ...when(isWriteLost, breaking('改为由系统计算，不能再写入')),
    ...when(!before.isWritten && after.isWritten, harmless('改为可以写入')),
    ...when(
      before.target !== after.target,
      breaking(`关联的对象由 ${before.target || '无'} 改为 ${after.target || '无'}`),
    ),
    ...when(before.unit !== after.unit, breaking(`单位由“${before.unit || '无'}”改为“${after.unit || '无'}”`)),
    ...when(before.isPartial && !after.isPartial, breaking('日期不能再只填年或年月')),
    ...when(!before.isPartial && after.isPartial, breaking('日期可以只有年或年月')),
    ...when(!before.isSealed && after.isSealed, breaking('改为加密保存，列表与搜索不再给出')),
    ...when(before.isSealed && !after.isSealed, harmless('不再加密保存')),
    ...readerChange(before, after),
    ...limits,
    ...when(isPatternNew && before.pattern !== after.pattern, breaking('允许的写法改变')),
    ...optionChanges(before, after),
    ...(isBoth ? currencyChanges(before, after) : []),
    ...when(before.description !== after.description && before.unit === after.unit, harmless('说明改变')),
  ];
}

function objectChanges(objectApiName: string, before: SchemaPair, after: SchemaPair): Difference[] {
  const [old, now] = [fieldFacts(before), fieldFacts(after)];
  const [oldTitle, newTitle] = [partOf(before.read).title, partOf(after.read).title];
  const own = when(oldTitle !== newTitle, harmless(`名称由“${oldTitle}”改为“${newTitle}”`));
  const of = (field: string, found: readonly Found[]) => found.map((one) => ({ objectApiName, field, ...one }));
  const removed = [...old].filter(([name]) => !now.has(name));
  const added = [...now].filter(([name]) => !old.has(name));
  return [
    ...own.map((one) => ({ objectApiName, ...one })),
    ...removed.flatMap(([name, { title }]) => of(name, [breaking(`删除字段“${title}”`)])),
    ...added.flatMap(([name, { title, isRequired }]) =>
      of(name, [isRequired ? breaking(`新增必填字段“${title}”`) : harmless(`新增字段“${title}”`)]),
    ),
    ...[...now].flatMap(([name, facts]) => {
      const past = old.get(name);
      return past ? of(name, fieldChanges(past, facts)) : [];
    }),
  ];
}

/** What changed from one set of objects to another, by name; in the order of the names, those that are gone first. */
export function differences(
  before: ReadonlyMap<string, SchemaPair>,
  after: ReadonlyMap<string, SchemaPair>,
): Difference[] {
  const titleOf = ({ read }: SchemaPair) => partOf(read).title ?? '';
  const gone = [...before].filter(([name]) => !after.has(name));
  const fresh = [...after].filter(([name]) => !before.has(name));
  return [
    ...gone.map(([name, pair]) => ({ objectApiName: name, ...breaking(`删除对象“${titleOf(pair)}”`) })),
    ...fresh.map(([name, pair]) => ({ objectApiName: name, ...harmless(`新增对象“${titleOf(pair)}”`) })),
    ...[...after].flatMap(([name, pair]) => {
      const past = before.get(name);
      return past ? objectChanges(name, past, pair) : [];
    }),
  ];
}
