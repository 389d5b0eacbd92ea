import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { AUDIENCES } from '#schemas/metadata/audience.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rollup, RollupFunction } from '#schemas/metadata/rollup.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { fieldType, isFromOthers, isLinking, isList, valueKind, valueType } from '#generators/field-types/registry.ts';
import { rollupResult } from '#generators/field-types/results.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { isSystem, liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { readersOf } from '#generators/readers.ts';
import type { Problem } from '#shared/errors.ts';
import { isRing, longestWay, MAX_LEVELS } from './levels.ts';

type FindObject = (apiName: string) => ObjectDefinition | undefined;

/** What staff call the functions that need something else than the one field. */
const TAKES_NOTHING: ReadonlySet<RollupFunction> = new Set(['count', 'exists']);
const TAKES_SEVERAL: ReadonlySet<RollupFunction> = new Set(['countDistinct', 'distinct']);

/** Functions of amounts that the least amount of a band can be counted into. */
const BY_AMOUNT: ReadonlySet<RollupFunction> = new Set(['sum', 'min', 'max']);

/** Kinds of values of which one is later, or more, than another; and functions whose results are never so. */
const DATED: ReadonlySet<ValueKind> = new Set(['date', 'instant']);
const MEASURED: ReadonlySet<ValueKind> = new Set([...DATED, 'integer', 'decimal', 'money']);
const COLLECTS: ReadonlySet<RollupFunction> = new Set(['exists', 'distinct']);

const named = (object: ObjectDefinition, apiName: string): FieldDefinition | undefined =>
  object.fields.find((field) => field.apiName === apiName);

/** What is wrong with links of one object that have to point at another, in words. */
const pointingWords = (object: ObjectDefinition, names: readonly string[], target: ObjectDefinition): string[] =>
  names.flatMap((apiName) => {
    const field = named(object, apiName);
    if (!field) return [`对象“${object.label}”没有字段“${apiName}”`];
    if (isLinking(field) && field.targetApiName === target.apiName) return [];
    return [`“${object.label}”的字段“${field.label}”没有关联“${target.label}”`];
  });

/** What is wrong with the way from a record to those that are worked out for it. */
function linkWords(
  { fields, through }: Rollup,
  home: ObjectDefinition,
  source: ObjectDefinition,
  find: FindObject,
): string[] {
  const between = through && find(through.objectApiName);
  if (!through) return fields ? pointingWords(source, fields, home) : ['没有指明经由字段'];
  if (!between) return [`中间对象“${through.objectApiName}”不存在`];
  if (isSystem(between)) return [`不能经由系统对象“${between.label}”汇总`];
  const words = pointingWords(between, through.from, home);
  if (through.to && fields) words.push(`“${between.label}”指向“${source.label}”时不填经由字段，二者只能填一项`);
  else if (through.to) words.push(...pointingWords(between, through.to, source));
  else if (fields) words.push(...pointingWords(source, fields, between));
  else
    words.push(`没有指明“${source.label}”与“${between.label}”之间的字段：填经由字段，或填中间对象指向汇总对象的字段`);
  return words;
}

/** Everything wrong with one roll-up by itself, in words. */
function rollupWords(rollup: Rollup, home: ObjectDefinition, find: FindObject): string[] {
  const source = find(rollup.objectApiName);
  if (!source) return [`对象“${rollup.objectApiName}”不存在`];
  if (isSystem(source)) return [`不能汇总系统对象“${source.label}”`];
  const words: string[] = [];
  const lacks = (apiName: string) => words.push(`对象“${source.label}”没有字段“${apiName}”`);
  const { of = [], orderBy = [], distinctBy = [] } = rollup;
  for (const apiName of [...of, ...distinctBy, ...orderBy.map(({ field }) => field)]) {
    const field = named(source, apiName);
    if (!field) lacks(apiName);
    else if (isSealed(field)) words.push(`“${source.label}”的字段“${field.label}”加密保存，不能汇总`);
  }
  for (const { field: apiName } of orderBy) {
    const field = named(source, apiName);
    if (field && fieldType(field).sortColumn(field) === null) words.push(`不能按“${field.label}”排先后`);
  }
  words.push(...linkWords(rollup, home, source, find));
  return [...words, ...functionWords(rollup, source), ...statedWords(rollup, source), ...filterWords(rollup, source)];
}

function functionWords(
  { function: name, of = [], orderBy, currency, bands }: Rollup,
  source: ObjectDefinition,
): string[] {
  if (TAKES_NOTHING.has(name)) return of.length > 0 ? ['这种汇总方式不取字段'] : [];
  if (of.length === 0) return ['没有指明汇总的字段'];
  const fields = of.flatMap((apiName) => named(source, apiName) ?? []);
  // The lists of the first record are joined to one.
  const joinsLists = name === 'first' && fields.every(isList);
  if (of.length > 1 && !TAKES_SEVERAL.has(name) && !joinsLists) return ['这种汇总方式只能取一个字段'];
  const [first] = fields;
  const unfit = fields.find((field) => rollupResult(name, valueType(field).type) === undefined);
  const words = unfit ? [`“${unfit.label}”不能这样汇总`] : [];
  const mixed = fields.find(
    (field) => valueType(field).kind !== valueType(first ?? field).kind && !isList(field) && !isList(first ?? field),
  );
  if (mixed) words.push(`“${mixed.label}”与“${first?.label ?? ''}”的类型不同，不能放在一起`);
  if (fields.some((field) => field.targetApiName !== first?.targetApiName)) words.push('汇总的字段关联的对象不同');
  const isOfAmounts = first !== undefined && valueKind(first) === 'money';
  const isSumOfAmounts = name === 'sum' && isOfAmounts;
  if (currency !== undefined && !isSumOfAmounts) words.push('只有金额的合计能指定币种');
  const hasBands = isOfAmounts && first.config?.bandOptionSet !== undefined;
  if (bands === 'atLeast' && !(hasBands && BY_AMOUNT.has(name)))
    words.push('只有能填区间的金额，其合计、最小与最大能计入区间');
  if (name === 'first' && !orderBy) words.push('取第一条的值需要指明先后顺序');
  return words;
}

/** What is stated has to be comparable with what is counted in the way that the rule compares them. */
function statedWords({ stated, function: name, of = [], orderBy }: Rollup, source: ObjectDefinition): string[] {
  const kindOf = (apiName: string | undefined) => {
    const field = named(source, apiName ?? '');
    return field && valueKind(field);
  };
  if (stated === 'later') {
    const [first] = orderBy ?? [];
    const isDated = first?.order === 'desc' && DATED.has(kindOf(first.field) ?? 'text');
    return isDated ? [] : ['采用日期较晚的值，先后顺序须以日期从大到小开头'];
  }
  if (stated !== 'greater') return [];
  const isCount = name === 'count' || name === 'countDistinct';
  const isMeasured = isCount || (!COLLECTS.has(name) && MEASURED.has(kindOf(of[0]) ?? 'text'));
  return isMeasured ? [] : ['只有数、金额与日期可以采用较大的值'];
}

function filterWords({ filter }: Rollup, source: ObjectDefinition): string[] {
  if (filter === undefined) return [];
  try {
    const fields = source.fields.map(({ removed: _removed, ...field }) => field);
    parseCondition({ fields: withSystemFields(source, fields) }, filter);
    return [];
  } catch (error) {
    if (error instanceof ConditionFault) return [error.message];
    throw error;
  }
}

function lookupWords(field: FieldDefinition, home: ObjectDefinition, find: FindObject): string[] {
  const { lookup } = field.config ?? {};
  const link = lookup && named(home, lookup.reference);
  if (!lookup || !link || isList(link) || !isLinking(link)) return [`没有单项关联字段“${lookup?.reference ?? ''}”`];
  const source = find(link.targetApiName ?? '');
  const taken = source && named(source, lookup.field);
  if (!source || !taken) return [`对象“${source?.label ?? link.targetApiName ?? ''}”没有字段“${lookup.field}”`];
  if (isSystem(source)) return [`不能引用系统对象“${source.label}”`];
  return isSealed(taken) ? [`“${source.label}”的字段“${taken.label}”加密保存，不能引用`] : [];
}

/** The other objects that a value shows something of, with the fields of them that it shows. */
function shownOf(field: FieldDefinition, home: ObjectDefinition, find: FindObject) {
  const { rollup, lookup } = field.config ?? {};
  const { objectApiName, of = [], distinctBy = [], fields = [], through } = rollup ?? {};
  // Users who see what is behind a record in between could infer what points where.
  const taken = rollup ? [...of, ...distinctBy, ...(through ? fields : [])] : [lookup?.field ?? ''];
  const source = find(objectApiName ?? named(home, lookup?.reference ?? '')?.targetApiName ?? '');
  const between = find(through?.objectApiName ?? '');
  return [
    ...(source ? [{ object: source, names: taken }] : []),
    ...(between ? [{ object: between, names: [...(through?.from ?? []), ...(through?.to ?? [])] }] : []),
  ].map(({ object, names }) => ({ object, fields: names.flatMap((name) => named(object, name) ?? []) }));
}

const CHOSEN_ROLES_SEE: ReadonlySet<string> = new Set(['everyone', 'member']);

/** May the list of the one object be open to a user to whom that of the other is closed? */
function isOpenerThan(one: ObjectDefinition['access'], other: ObjectDefinition['access']): boolean {
  if (one.list !== 'roles') return AUDIENCES.indexOf(other.list) > AUDIENCES.indexOf(one.list);
  // The roles may be any: what is open to members is open to them, and what is open to the same ones.
  if (other.list !== 'roles') return !CHOSEN_ROLES_SEE.has(other.list);
  return one.roles?.every((role) => other.roles?.includes(role)) !== true;
}

/** Do staff alone, who see all records, read the value? */
const isOfStaff = ({ access }: ObjectDefinition, { config }: FieldDefinition): boolean =>
  (access.list === 'staff' && access.detail === 'staff') ||
  config?.visibleTo?.every((role) => role === 'staff') === true;

/** No user may infer from a value what its sources do not show them. */
function opennessWords(field: FieldDefinition, home: ObjectDefinition, find: FindObject): string[] {
  const shown = shownOf(field, home, find);
  const words = shown.flatMap(({ object }) =>
    isOpenerThan(home.access, object.access)
      ? [`能查看“${object.label}”列表的人少于“${home.label}”，不能汇总或引用`]
      : [],
  );
  // A value is one for all of its readers: it cannot leave out what some of them do not see.
  const limited = isOfStaff(home, field) ? undefined : shown.find(({ object }) => object.access.limits !== undefined);
  if (limited)
    words.push(`“${limited.object.label}”的记录按条件可见，不能汇总或引用：看到结果的人可以由此推断看不到的记录`);
  const readers = field.config?.visibleTo;
  const closed = shown
    .flatMap(({ fields }) => fields)
    .find((one) => {
      const allowed = readersOf(one);
      return allowed !== undefined && !(readers?.every((role) => allowed.includes(role)) ?? false);
    });
  if (closed) words.push(`读取了限定可见角色的字段“${closed.label}”，请把本字段限定为同样或更少的角色`);
  return words;
}

/** The values of other objects, called by object and field, that are worked out of records of one, or of a field of them, and that not staff alone read. */
export function takersOf(
  source: ObjectDefinition,
  others: readonly ObjectDefinition[],
  findOther: FindObject,
  ofField?: string,
): string[] {
  return others
    .filter(({ apiName }) => apiName !== source.apiName)
    .flatMap((home) => {
      const find: FindObject = (apiName) =>
        [home, source].find((known) => known.apiName === apiName) ?? findOther(apiName);
      return liveFields(home)
        .filter((field) => isFromOthers(field) && !isOfStaff(home, field))
        .filter((field) =>
          shownOf(field, home, find).some(
            ({ object, fields }) =>
              object.apiName === source.apiName &&
              (ofField === undefined || fields.some(({ apiName }) => apiName === ofField)),
          ),
        )
        .map(({ label }) => `“${home.label}”的字段“${label}”`);
    });
}

function wayWords(field: FieldDefinition, home: ObjectDefinition, find: FindObject): string[] {
  const way = longestWay({ object: home, apiName: field.apiName }, find);
  const inWords = way.map(({ object, apiName }) => `${object.label}“${named(object, apiName)?.label ?? apiName}”`);
  if (isRing(way)) return [`计算成环：${inWords.join(' → ')}`];
  return way.length > MAX_LEVELS + 1 ? [`计算超过 ${MAX_LEVELS} 层：${inWords.join(' → ')}`] : [];
}

/** Everything wrong with the values of an object that are worked out of others. */
export function derivedProblems(home: ObjectDefinition, findOther: FindObject): Problem[] {
  const find: FindObject = (apiName) => (apiName === home.apiName ? home : findOther(apiName));
  return liveFields(home)
    .filter(isFromOthers)
    .flatMap((field) => {
      const say = (message: string): Problem => ({
        field: field.apiName,
        message: `字段“${field.label}”：${message}`,
      });
      if (isSystem(home)) return [say('系统对象不能有汇总或引用字段')];
      const { rollup, lookup } = field.config ?? {};
      if (!rollup && !lookup) return [say('没有说明如何汇总')];
      const words = rollup ? rollupWords(rollup, home, find) : lookupWords(field, home, find);
      const all = words.length > 0 ? words : [...opennessWords(field, home, find), ...wayWords(field, home, find)];
      return [...new Set(all)].map(say);
    });
}
