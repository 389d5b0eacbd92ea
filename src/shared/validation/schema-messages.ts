interface SchemaFault {
  readonly keyword: string;
  readonly params: object;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
};

const typeWords = (type: unknown): string =>
  [type]
    .flat()
    .map((name) => TYPE_WORDS[String(name)] ?? String(name))
    .join('或');

const WRONG_FORMAT = '格式不正确';

/** A pattern that counts characters without the blanks around them names its bounds. */
function patternWords(pattern: string): string {
  const inner = /^\^\\s\*\\S\[\\s\\S\]\{0,(\d+)\}\\S\\s\*\$$/.exec(pattern)?.[1];
  return inner === undefined ? WRONG_FORMAT : `长度在 2 到 ${Number(inner) + 2} 个字符`;
}

/** What a JSON Schema keyword refused, in words for people; the place is named by the caller. */
export function schemaWords({ keyword, params }: SchemaFault): string {
  const given = params as Readonly<Record<string, unknown>>;
  const limit = String(given['limit'] ?? '');
  switch (keyword) {
    case 'required':
      return '必填';
    case 'additionalProperties':
    case 'boolean':
      return '不认识的参数';
    case 'type':
      return `应为${typeWords(given['type'])}`;
    case 'minimum':
      return `不能小于 ${limit}`;
    case 'maximum':
      return `不能大于 ${limit}`;
    case 'minLength':
      return `不能少于 ${limit} 个字符`;
    case 'maxLength':
      return `最大长度${limit}`;
    case 'minItems':
      return `不能少于 ${limit} 项`;
    case 'maxItems':
      return `不能多于 ${limit} 项`;
    case 'uniqueItems':
      return '有重复的项';
    case 'const':
    case 'enum':
    case 'anyOf':
      return '不是允许的值';
    case 'pattern':
      return patternWords(String(given['pattern']));
    default:
      return WRONG_FORMAT;
  }
}
