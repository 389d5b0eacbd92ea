import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking, valueType } from '#generators/field-types/registry.ts';
import { fold } from '#shared/text/fold.ts';
import { isNumeric, unitOf } from './field-facts.ts';
import { bareUnit } from './given-units.ts';
import { levelsOf, type TreeLevel } from './tree-levels.ts';
import { COUNTERS, FUNCTION_WORDS, type WordKind } from './phrases.ts';

/** A field that is closed to a user: what it is called and why, and nothing of what it holds. */
export interface ClosedField {
  readonly apiName: string;
  readonly label: string;
  /** What else it is called. */
  readonly names: readonly string[];
  /** A sentence for the user. */
  readonly reason: string;
}

/** An object as one user may ask about it: the fields are those that its list gives this user. */
export interface AskableObject {
  readonly apiName: string;
  readonly label: string;
  readonly description?: string;
  readonly synonyms?: readonly string[];
  /** The word by which its records are counted; 条 when absent. */
  readonly measureWord?: string;
  readonly nameField: string;
  /** With their options. */
  readonly fields: readonly FieldDefinition[];
  /** What its lists keep from this user. */
  readonly closed?: readonly ClosedField[];
  /** Fields of the list, its columns and filters and order, the first of which is meant where nothing says more. */
  readonly listed: readonly string[];
}

/** 家 of 12 家企业. */
export const measureWordOf = ({ measureWord = '条' }: Pick<AskableObject, 'measureWord'>): string => measureWord;

/** What a text may mean, before it is known which object is asked about. */
export type Meaning =
  | { readonly kind: 'word'; readonly word: WordKind }
  | { readonly kind: 'object'; readonly object: string }
  | { readonly kind: 'field'; readonly object: string; readonly field: string }
  | { readonly kind: 'closed'; readonly object: string; readonly field: string }
  | { readonly kind: 'level'; readonly object: string; readonly field: string; readonly level: TreeLevel }
  | { readonly kind: 'option'; readonly object: string; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'flag'; readonly object: string; readonly field: string; readonly value: boolean };

/** Every text that means something, for one user and one state of the metadata. */
export interface Vocabulary {
  readonly objects: ReadonlyMap<string, AskableObject>;
  readonly meanings: ReadonlyMap<string, readonly Meaning[]>;
  /** Units that numbers of fields have. */
  readonly units: ReadonlySet<string>;
  /** Length of the longest text, in UTF-16 units. */
  readonly longest: number;
}

/** 记录 of 监测记录. */
const KIND_OF_RECORD = /(?<=.{2})(?:记录|事件|报告)$/u;
/** What names are called, whatever they are the names of. */
const NAMES = /名称$|名字$|简称$|全称$|姓名$|名$|编号$|代码$|标题$/u;
/** What a label says before or after the word that users take for the field. */
const BEFORE = /^(所属|所在|是否|有无|当前|最新|总)(?=.{2})/u;
const AFTER = /(?<=.{2})(名称|名字|简称|全称|姓名|数额|情况|信息|时间|日期|年份|年月|（[^（）]*）|\([^()]*\))$/u;
const REGION = /(?<=.{2})(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|地区|省|市)$/u;

/** A label and the shorter forms of it that users say. `own` is the label of the object that it belongs to. */
function forms(label: string, own = ''): string[] {
  const found = new Set([label]);
  for (const form of found) {
    if (own !== '' && form.startsWith(own) && form.length - own.length >= 2) found.add(form.slice(own.length));
    for (const part of form.split(/[与和及]/u)) if (part.length > 2) found.add(part);
    if (form.endsWith('数')) found.add(`${form}量`);
    if (form.endsWith('数量')) found.add(form.slice(0, -1));
    for (const cut of [BEFORE, AFTER]) {
      const short = form.replace(cut, '');
      if (short !== form) found.add(short);
    }
  }
  return [...found];
}

/** The texts of an option: what it is called, what else, and a place without the word for its kind. */
const optionTexts = (label: string, aliases: readonly string[] = []): string[] => [
  ...new Set([label, ...aliases, label.replace(REGION, ''), ...(/^[男女]$/u.test(label) ? [`${label}性`] : [])]),
];

/** The names in a label such as 半导体/集成电路, each of which users say alone. */
const pieces = (label: string): string[] => label.split(/[/／]/).filter((piece) => piece !== label && piece.length > 1);

/** Words for yes and no of a field such as 是否上市: 上市, 未上市. */
function flagTexts(label: string): readonly [yes: string[], no: string[]] {
  const state = label.replace(/^(是否|有无)/u, '').replace(/(?<=.)标的$/u, '');
  const has = /^(?:有|含|可)/u.exec(state)?.[0];
  const bare = has === undefined ? state : state.slice(1);
  const nos = ['未', '不', '非', '没有', '没', '不是', '无'].map((no) => no + state);
  const can = has === '可' ? ['能', '可以', '会', '能够'].map((able) => able + bare) : [];
  const without = has === '可' ? ['不可'] : ['无', '没有', '不含', '未含', '没'];
  if (state.includes('有') && has === undefined) nos.push(state.replace('有', '无'));
  return [
    [label, state, ...(has === undefined ? [`有${state}`] : []), ...can],
    has === undefined ? nos : [...nos, ...without.map((no) => no + bare)],
  ];
}

/** The words before a unit that ask how many there are. */
const HOW_MANY = ['', '总共', '一共', '共', '共计', '合计', '各', '分别', '总数'].flatMap((total) =>
  ['', '有', '是', '为', '达'].flatMap((verb) => ['多少', '几'].map((asking) => total + verb + asking)),
);

class Collector {
  readonly meanings = new Map<string, Meaning[]>();
  longest = 0;
  /** What was added, as text: a word such as 名称 means hundreds of fields, none of which is compared with all others. */
  readonly #known = new Set<string>();
  readonly #options = new Map<string, string[]>();

  add(text: string, meaning: Meaning): void {
    const key = fold(text).trim();
    if (key === '') return;
    const whole = `${key}\n${JSON.stringify(meaning)}`;
    if (this.#known.has(whole)) return;
    this.#known.add(whole);
    this.#put(key, meaning);
  }

  option(text: string, object: string, field: string, value: string): void {
    const key = fold(text).trim();
    if (key === '') return;
    const whole = `${key}\n${object}.${field}`;
    const known = this.#options.get(whole);
    if (known?.includes(value)) return;
    if (known) return void known.push(value);
    const values = [value];
    this.#options.set(whole, values);
    this.#put(key, { kind: 'option', object, field, values });
  }

  #put(key: string, meaning: Meaning): void {
    const all = this.meanings.get(key);
    if (all) all.push(meaning);
    else this.meanings.set(key, [meaning]);
    this.longest = Math.max(this.longest, key.length);
  }
}

function addField(all: Collector, object: AskableObject, field: FieldDefinition): void {
  const at = { object: object.apiName, field: field.apiName };
  const { options, kind } = valueType(field);
  if (kind === 'boolean') {
    const [yes, no] = flagTexts(field.label);
    for (const text of [...yes, ...(field.config?.synonyms ?? [])]) all.add(text, { kind: 'flag', ...at, value: true });
    for (const text of no) all.add(text, { kind: 'flag', ...at, value: false });
    return;
  }
  const short = field.shortLabel === undefined ? [] : [field.shortLabel];
  const counted = kind === 'integer' && !/[数量]$/u.test(field.label) ? [`${field.label}数`, `${field.label}数量`] : [];
  const called = [...forms(field.label, object.label), ...counted];
  const synonyms = field.config?.synonyms ?? [];
  // 跟投了 and 跟投过: what a link is called is often what is done.
  const done = isLinking(field) ? synonyms.flatMap((text) => [`${text}了`, `${text}过`]) : [];
  for (const text of [...called, ...short, ...synonyms, ...done]) all.add(text, { kind: 'field', ...at });
  // 医院 of 医院名称, and 球队 where that is all that the names are called.
  if (field.apiName === object.nameField)
    for (const text of called.filter((one) => !NAMES.test(one)))
      all.add(text, { kind: 'object', object: object.apiName });
  if (!options) return;
  addYesAndNo(all, at, field);
  for (const level of levelsOf(field)) for (const text of level.names) all.add(text, { kind: 'level', ...at, level });
  for (const { value, label, aliases } of field.selectOptions ?? [])
    for (const text of optionTexts(label, aliases)) all.option(text, object.apiName, field.apiName, value);
}

const YES = new Set(['是', '有', 'y', 'yes']);
const NO = new Set(['否', '无', '没有', 'n', 'no']);

/** 停牌 and 未停牌 of a choice between 是 and 否 that is called 是否停牌. */
function addYesAndNo(all: Collector, at: { object: string; field: string }, field: FieldDefinition): void {
  const options = field.selectOptions ?? [];
  if (!/^(是否|有无)/u.test(field.label) || options.length > 3) return;
  const [yes, no] = flagTexts(field.label);
  const of = (words: ReadonlySet<string>) => options.find(({ label }) => words.has(label.toLowerCase()))?.value;
  const [positive, negative] = [of(YES), of(NO)];
  const [, ...states] = yes;
  if (positive !== undefined) for (const text of states) all.option(text, at.object, at.field, positive);
  if (negative !== undefined) for (const text of no) all.option(text, at.object, at.field, negative);
}

/** Pieces of labels mean their options where they mean nothing else. */
function addPieces(all: Collector, objects: readonly AskableObject[]): void {
  const taken = new Set(all.meanings.keys());
  for (const { apiName, fields } of objects)
    for (const field of fields.filter((one) => valueType(one).options))
      for (const { value, label } of field.selectOptions ?? [])
        for (const piece of pieces(label))
          if (!taken.has(fold(piece).trim())) all.option(piece, apiName, field.apiName, value);
}

/**
 * What an option is called with the rest of its field's label behind it, 股权融资顾问服务 of an option 股权融资顾问 of 顾问服务; and
 * the label of a link to records of the same kind that begins with an option, 上游环节, which may be those records as well.
 */
function addJoined(all: Collector, { apiName, fields }: AskableObject): void {
  const links = fields.filter((field) => isLinking(field) && field.targetApiName === apiName);
  for (const field of fields.filter((one) => valueType(one).options === 'list'))
    for (const option of field.selectOptions ?? [])
      for (const text of optionTexts(option.label, option.aliases)) {
        for (let length = 2; length < field.label.length; length += 1)
          if (text.endsWith(field.label.slice(0, length)) && text.length > length)
            all.option(text + field.label.slice(length), apiName, field.apiName, option.value);
        for (const { label } of links)
          if (label.startsWith(text) && label !== text) all.option(label, apiName, field.apiName, option.value);
      }
}

/** The vocabulary of the objects that a user may list. Of what is closed to the user it has the names alone. */
export function vocabularyOf(objects: readonly AskableObject[]): Vocabulary {
  const all = new Collector();
  for (const [text, words] of FUNCTION_WORDS) for (const word of words) all.add(text, { kind: 'word', word });
  for (const object of objects) {
    const kind = KIND_OF_RECORD.exec(object.label)?.[0];
    for (const text of [...forms(object.label), ...(object.synonyms ?? []), ...(kind === undefined ? [] : [kind])])
      all.add(text, { kind: 'object', object: object.apiName });
    for (const field of object.fields) addField(all, object, field);
    for (const { apiName: field, label, names } of object.closed ?? [])
      for (const text of [...forms(label, object.label), ...names])
        all.add(text, { kind: 'closed', object: object.apiName, field });
  }
  for (const object of objects) addJoined(all, object);
  addPieces(all, objects);
  for (const start of HOW_MANY) all.add(start, { kind: 'word', word: 'howMany' });
  const units = new Set(objects.flatMap(({ fields }) => fields.filter(isNumeric).map(unitOf)));
  const counted = objects.flatMap(({ measureWord }) => measureWord ?? []);
  for (const unit of [...COUNTERS, ...counted, ...units, ...Array.from(units, bareUnit)])
    if (unit !== '') for (const start of HOW_MANY) all.add(start + unit, { kind: 'word', word: 'howMany' });
  return { objects: new Map(objects.map((object) => [object.apiName, object])), units, ...all };
}
