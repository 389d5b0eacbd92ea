import { Value } from 'typebox/value';
import { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import iconv from 'iconv-lite';

const SHOWN_PROBLEMS = 10;

/** Reads a mapping from JSON text. @throws Failure INVALID_BODY with the path of everything that is wrong. */
export function parseMapping(text: string): ImportMapping {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure('INVALID_BODY', `映射不是有效的 JSON：${error instanceof Error ? error.message : String(error)}`);
  }
  const problems = Value.Check(ImportMapping, json) ? ownProblems(json) : shapeProblems(json);
  if (problems.length > 0) throw mappingFailure(problems);
  return json as ImportMapping;
}

/** One failure that names every problem by its path. */
export function mappingFailure(problems: readonly Problem[]): Failure {
  const lines = problems.slice(0, SHOWN_PROBLEMS).map(({ field, message }) => `${field || '/'}：${message}`);
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
  const byPath = Map.groupBy(Value.Errors(ImportMapping, json) as ShapeError[], (error) => error.instancePath);
  const problems = [...byPath].flatMap(([field, errors]) => {
    const messages = new Set(errors.flatMap((error) => shapeMessage(error)));
    return messages.size > 0 ? [{ field, message: [...messages].join('，或') }] : [];
  });
  return problems.length > 0 ? problems : [{ field: '', message: '格式有误' }];
}

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
      return [`应为 ${JSON.stringify(given['allowedValue'])}`];
    case 'enum':
      return [`应为 ${(given['allowedValues'] as unknown[] | undefined)?.join('、') ?? '允许的值之一'}`];
    case 'minItems':
      return ['不能为空列表'];
    case 'pattern':
      return [schemaPath.endsWith('/source') ? '只能用小写字母、数字和 . _ -，最长 100 个字符' : '格式有误'];
    default:
      return [`不符合 ${keyword} ${String(given['limit'] ?? '')}`.trim()];
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
    if (name !== undefined && !iconv.encodingExists(name))
      problems.push({ field: `/${key}`, message: `不认识编码“${String(name)}”` });
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

function patternFault(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
