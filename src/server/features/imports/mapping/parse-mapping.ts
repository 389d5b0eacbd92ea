import { Value } from 'typebox/value';
import { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { encodingFault } from '#server/features/imports/reading/decode.ts';
import { jsonFault } from '#server/features/imports/reading/json-fault.ts';
import { formatFault } from '#server/features/imports/transform/date-format.ts';
import { schemaWords } from '#shared/validation/schema-messages.ts';
import { shapeErrors } from '#server/core/catalog/shape-errors.ts';

const SHOWN_PROBLEMS = 10;

/** Reads a mapping from JSON text. @throws Failure INVALID_BODY with the path of everything that is wrong. */
export function parseMapping(text: string): ImportMapping {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure('INVALID_BODY', `映射不是有效的 JSON：${jsonFault(error)}`);
  }
  const problems = Value.Check(ImportMapping, json) ? ownProblems(json) : shapeProblems(json);
  if (problems.length > 0) throw mappingFailure(problems);
  return json as ImportMapping;
}

/** What the parts of a mapping are called on the screen for imports. */
const PARTS: Readonly<Record<string, string>> = {
  source: '数据来源标识',
  key: '唯一标识',
  fields: '字段对应',
  encoding: '文字编码',
  sheet: '工作表',
  header: '表头行',
  write: '已有记录',
  linkAlike: '疑似重复',
  notify: '通知订阅者',
};

/** The place of a problem for people: the field or part meant, then its path in the JSON. */
function placeText(path: string, labels: ReadonlyMap<string, string>): string {
  const label = [...labels.keys()].findLast((known) => path === known || path.startsWith(`${known}/`));
  if (label !== undefined) return `字段“${labels.get(label)}” ${path}`;
  const part = PARTS[path.split('/')[1] ?? ''];
  return part === undefined ? path || '/' : `${part} ${path}`;
}

/** One failure that names every problem by its path, and by the label of its field where `labels` has the path. */
export function mappingFailure(problems: readonly Problem[], labels: ReadonlyMap<string, string> = new Map()): Failure {
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ field, message }) => `${placeText(field, labels)}：${message}`);
  const rest = problems.length > SHOWN_PROBLEMS ? `；另有 ${problems.length - SHOWN_PROBLEMS} 处` : '';
  return new Failure('INVALID_BODY', `映射有误。${lines.join('；')}${rest}`, problems);
}

interface ShapeError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  object: '对象',
  array: '列表',
  boolean: '布尔值',
};

function shapeProblems(json: unknown): Problem[] {
  const byPath = Map.groupBy(shapeErrors(ImportMapping, json) as ShapeError[], (error) => error.instancePath);
  const problems = [...byPath].flatMap(([field, errors]) => {
    const allowed = errors.filter(({ keyword }) => keyword === 'const').map(({ params }) => allowedValue(params));
    const isChoice = allowed.length > SHORT_CHOICE;
    const others = isChoice ? errors.filter(({ keyword }) => keyword !== 'const') : errors;
    const messages = new Set(others.flatMap((error) => shapeMessage(error)));
    if (isChoice) messages.add(`应为 ${allowed.map(String).join('、')} 之一`);
    return messages.size > 0 ? [{ field, message: [...messages].join('，或') }] : [];
  });
  return problems.length > 0 ? problems : [{ field: '', message: '格式有误' }];
}

/** Literals up to this many are joined by 或. */
const SHORT_CHOICE = 3;
const allowedValue = (params: unknown): unknown => (params as Record<string, unknown>)['allowedValue'];

/** Words for one error; none for those that only repeat what an error further in says. */
function shapeMessage({ keyword, params, schemaPath }: ShapeError): string[] {
  const given = params as Record<string, unknown>;
  switch (keyword) {
    case 'boolean':
      return ['没有这个设置项'];
    case 'additionalProperties':
    case 'anyOf':
      return [];
    case 'required':
      return [`缺少 ${(given['requiredProperties'] as string[] | undefined)?.join('、') ?? '必填项'}`];
    case 'type':
      return [`应为${TYPE_WORDS[String(given['type'])] ?? String(given['type'])}`];
    case 'const':
      return [`应为 ${JSON.stringify(allowedValue(params))}`];
    case 'enum':
      return [`应为 ${(given['allowedValues'] as unknown[] | undefined)?.join('、') ?? '允许的值之一'}`];
    case 'minItems':
      return ['不能为空列表'];
    case 'pattern':
      return [schemaPath.endsWith('/source') ? '只能用小写字母、数字和 . _ -，最长 100 个字符' : '格式有误'];
    default:
      return [schemaWords({ keyword, params: given })];
  }
}

type Part = Readonly<Record<string, unknown>>;

/** What the schema cannot say: one source for each text, maps that exist, patterns that compile, encodings that are known. */
function ownProblems(json: unknown): Problem[] {
  const mapping = json as ImportMapping;
  const problems: Problem[] = [];
  const maps = new Set(Object.keys(mapping.maps ?? {}));
  for (const key of ['encoding', 'misreadAs'] as const) {
    const name = mapping[key];
    const message = name === undefined ? undefined : encodingFault(name);
    if (message !== undefined) problems.push({ field: `/${key}`, message });
  }
  const check = (part: Part, path: string) => {
    const sources = ['column', 'columns', 'template', 'constant'].filter((name) => part[name] !== undefined);
    if (sources.length !== 1)
      problems.push({ field: path, message: 'column、columns、template、constant 必须且只能写一个' });
    if (typeof part['map'] === 'string' && !maps.has(part['map']))
      problems.push({ field: `${path}/map`, message: `maps 中没有“${part['map']}”` });
    for (const [where, pattern] of patternsOf(part)) {
      const fault = patternFault(pattern);
      if (fault !== undefined) problems.push({ field: `${path}${where}`, message: `正则表达式有误：${fault}` });
    }
    const { formats = [] } = (part['date'] ?? {}) as { formats?: readonly string[] };
    for (const [index, format] of formats.entries()) {
      const fault = formatFault(format);
      if (fault !== undefined) problems.push({ field: `${path}/date/formats/${index}`, message: fault });
    }
    for (const [, name] of String(part['template'] ?? '').matchAll(/\{[^{}:]+:([^{}]+)\}/g)) {
      if (!maps.has(name ?? '')) problems.push({ field: `${path}/template`, message: `maps 中没有“${name}”` });
    }
  };
  for (const [index, field] of mapping.fields.entries()) {
    check(field, `/fields/${index}`);
    const stubs = field.reference?.create?.fields ?? [];
    for (const [place, stub] of stubs.entries()) check(stub, `/fields/${index}/reference/create/fields/${place}`);
  }
  return problems;
}

function patternsOf(part: Part): [string, string][] {
  const found: [string, string][] = [];
  const split = part['split'] as { pattern?: string } | string | undefined;
  if (typeof split === 'object' && split.pattern !== undefined) found.push(['/split/pattern', split.pattern]);
  if (typeof part['extract'] === 'string') found.push(['/extract', part['extract']]);
  const replace = (part['replace'] ?? []) as readonly { pattern: string }[];
  for (const [index, { pattern }] of replace.entries()) found.push([`/replace/${index}/pattern`, pattern]);
  return found;
}

/** What V8 says of a pattern that does not compile, in Chinese. */
const PATTERN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/group|Unmatched '\)'|parenthes/i, '括号不成对，或分组的写法有误'],
  [/character class|bracket/i, '方括号不成对，或其中的范围有误'],
  [/Nothing to repeat|quantifier|repetition/i, '重复次数的写法有误，或它前面没有内容'],
  [/escape|\\ at end/i, '反斜杠后的写法不认识'],
  [/property name/i, '\\p{…} 中的名称不认识'],
];

function patternFault(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return PATTERN_WORDS.find(([said]) => said.test(message.slice(message.lastIndexOf(': '))))?.[1] ?? '写法不认识';
  }
}
