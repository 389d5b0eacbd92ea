import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { type CelNode, parseCel } from './cel.ts';
import { PAIRS, PARTS } from './function-words.ts';
import { RuleRefusal } from './rule-refusal.ts';

/** What expressions speak of: fields by their names, and how an option of a field is called. */
export interface RuleNames {
  readonly field: (apiName: string) => FieldDefinition | undefined;
  readonly option: (value: string, field: FieldDefinition) => string;
}

/** Said of an expression that has no words; it never leaves this file. */
class Wordless extends Error {}

/** What a node is called, and the field that it is the value of, by which texts beside it are read. */
interface Said {
  readonly words: string;
  readonly field?: FieldDefinition | undefined;
  /** Which part of an amount it is. */
  readonly part?: string;
  /** It is several conditions: in brackets within others. */
  readonly joined?: '且' | '或' | '若';
}

type Variables = ReadonlyMap<string, Said>;
type Say = (node: CelNode) => Said;

const NUMBERS: Readonly<Record<string, string>> = { '<': '小于', '<=': '不大于', '>': '大于', '>=': '不小于' };
const DAYS: Readonly<Record<string, string>> = { '<': '早于', '<=': '不晚于', '>': '晚于', '>=': '不早于' };
/** The condition that a comparison is when it does not hold. */
const OPPOSITES: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
const METHODS: Readonly<Record<string, (a: string, b: string) => string>> = {
  startsWith: (text, start) => `${text} 以 ${start} 开头`,
  endsWith: (text, end) => `${text} 以 ${end} 结尾`,
  contains: (text, part) => `${text} 包含 ${part}`,
};
const ENTRIES: Readonly<Record<string, string>> = { exists: '任一项', all: '每一项' };

/**
 * An expression as staff would say it, e.g. `轮次 属于 A轮、B轮 且 金额 不小于 5000万`; undefined where it has no words, and
 * its text has to do. What is written out alone is read as a value of the field that it is written `into`.
 */
export function celText(source: string, names: RuleNames, into?: FieldDefinition): string | undefined {
  try {
    const node = parseCel(source);
    const deeper: Say = (part) => say(part, source, names, new Map());
    return node.op === 'value' || node.op === 'list' ? literal(node, into, names, deeper) : condition(node, deeper);
  } catch (error) {
    if (error instanceof Wordless || error instanceof RuleRefusal) return undefined;
    throw error;
  }
}

/** A rule as one sentence, e.g. `当 融资方式 是 股权 时显示“轮次”`; undefined where one of its expressions has no words. */
export function ruleText({ kind, target, when, rule, message }: Rule, names: RuleNames): string | undefined {
  const field = names.field(target);
  const label = `“${field?.label ?? target}”`;
  const premise = when === undefined ? '' : celText(when, names);
  const answer = celText(rule, names, kind === 'value' || kind === 'options' ? field : undefined);
  if (premise === undefined || answer === undefined) return undefined;
  const before = premise === '' ? '' : `当 ${premise} 时，`;
  const always = rule.trim() === 'true';
  const as = always ? before || '总是' : `${before}当 ${answer} 时`;
  switch (kind) {
    case 'assert':
      return `${before}应满足 ${answer}${message === undefined ? '' : `，否则提示“${message}”`}`;
    case 'visible':
      return `${as}显示${label}`;
    case 'required':
      return `${as}必填${label}`;
    case 'readonly':
      return `${as}${label}只读`;
    case 'value':
      return `${before}${label}取 ${answer}`;
    case 'options':
      return `${before}${label}只能选 ${answer}`;
  }
}

function say(node: CelNode, source: string, names: RuleNames, variables: Variables): Said {
  const deeper: Say = (part) => say(part, source, names, variables);
  switch (node.op) {
    case 'value':
    case 'list':
      return { words: literal(node, undefined, names, deeper) };
    case 'id':
      return nameOf(node.args, variables);
    case '.':
      return member(node.args[0], node.args[1], names, deeper);
    case '&&':
    case '||':
      return joined(node, deeper);
    case '!_':
      return { words: negated(node.args, names, deeper) };
    case '?:': {
      const [test, yes, no] = node.args.map((part) => condition(part, deeper));
      return { words: `若 ${test}，则 ${yes}；否则 ${no}`, joined: '若' };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { words: comparison(node.op, node.args[0], node.args[1], names, deeper) };
    case 'in':
      return { words: membership(node.args[0], node.args[1], '属于', '包含', names, deeper) };
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const [left, right] = node.args.map((part) => deeper(part).words);
      return { words: `${left} ${SIGNS[node.op]} ${right}` };
    }
    case 'call':
      return called(node.args[0], node.args[1], deeper);
    case 'rcall':
      return calledOn(node.args[0], node.args[1], node.args[2], { source, names, variables });
    default:
      throw new Wordless();
  }
}

const SIGNS = { '+': '＋', '-': '－', '*': '×', '/': '÷', '%': '除余' } as const;

function nameOf(name: string, variables: Variables): Said {
  const variable = variables.get(name);
  if (variable) return variable;
  if (name === 'today') return { words: '今天' };
  throw new Wordless();
}

function member(of: CelNode, name: string, names: RuleNames, deeper: Say): Said {
  if (of.op === 'id' && (of.args === 'self' || of.args === 'old')) {
    const field = names.field(name);
    if (!field) throw new Wordless();
    return { words: of.args === 'old' ? `原${field.label}` : field.label, field };
  }
  if (of.op === 'id' && of.args === 'user' && name === 'id') return { words: '当前用户' };
  const { words, field } = deeper(of);
  if (field === undefined || valueType(field).kind !== 'money') throw new Wordless();
  if (name === 'currency') return { words: `${words}的币种` };
  if (name === 'num') return { words, field, part: name };
  throw new Wordless();
}

/** A condition within others: a value that is true or false says which. */
function condition(node: CelNode, deeper: Say): string {
  const said = deeper(node);
  return said.field && isYesOrNo(said.field) && isNamed(node) ? `${said.words} 为 是` : said.words;
}

const isNamed = ({ op }: CelNode): boolean => op === '.' || op === 'id';
const isYesOrNo = (field: FieldDefinition): boolean => valueType(field).kind === 'boolean';

function joined(node: CelNode & { op: '&&' | '||' }, deeper: Say): Said {
  const word = node.op === '&&' ? '且' : '或';
  const parts = flat(node, node.op).map((part) => {
    const words = condition(part, deeper);
    const inner = deeper(part).joined;
    return inner === undefined || inner === word ? words : `（${words}）`;
  });
  return { words: parts.join(` ${word} `), joined: word };
}

const flat = (node: CelNode, op: '&&' | '||'): CelNode[] =>
  node.op === op ? node.args.flatMap((part) => flat(part, op)) : [node];

function negated(node: CelNode, names: RuleNames, deeper: Say): string {
  if (node.op === 'call' && node.args[0] === 'has' && node.args[1][0]) return `${deeper(node.args[1][0]).words} 未填写`;
  if (node.op === 'call' && node.args[0] === 'blank' && node.args[1][0])
    return `${deeper(node.args[1][0]).words} 已填写`;
  if (node.op === 'in') return membership(node.args[0], node.args[1], '不属于', '不包含', names, deeper);
  if (node.op in OPPOSITES) {
    const [left, right] = node.args as [CelNode, CelNode];
    return comparison(OPPOSITES[node.op] ?? '', left, right, names, deeper);
  }
  const said = deeper(node);
  if (said.field && isYesOrNo(said.field) && isNamed(node)) return `${said.words} 为 否`;
  return `并非（${said.words}）`;
}

function comparison(op: string, left: CelNode, right: CelNode, names: RuleNames, deeper: Say): string {
  const [one, other] = [left, right].map(deeper) as [Said, Said];
  const by = [one, other].find(({ field }) => field)?.field;
  const words = (node: CelNode, said: Said) => (node.op === 'value' ? literal(node, by, names, deeper) : said.words);
  const [from, to] = [words(left, one), words(right, other)];
  const kind = by && valueType(by).kind;
  const isDay = kind === 'date' || kind === 'instant';
  const isFigure =
    kind === 'integer' ||
    kind === 'decimal' ||
    kind === 'money' ||
    (right.op === 'value' && typeof right.args !== 'string');
  if (kind === 'boolean' && right.op === 'value')
    return `${from} 为 ${(right.args === true) === (op === '==') ? '是' : '否'}`;
  if (op === '==') return `${from} ${isFigure ? '等于' : '是'} ${to}`;
  if (op === '!=') return `${from} ${isFigure ? '不等于' : '不是'} ${to}`;
  return `${from} ${(isDay ? DAYS : NUMBERS)[op]} ${to}`;
}

function membership(
  entry: CelNode,
  list: CelNode,
  among: string,
  holds: string,
  names: RuleNames,
  deeper: Say,
): string {
  if (list.op === 'list') {
    const { words, field } = deeper(entry);
    return `${words} ${among} ${literal(list, field, names, deeper)}`;
  }
  const { words, field } = deeper(list);
  if (entry.op === 'value') return `${words} ${holds} ${literal(entry, field, names, deeper)}`;
  return `${deeper(entry).words} ${among} ${words}`;
}

function called(name: string, parameters: readonly CelNode[], deeper: Say): Said {
  const [first, second] = parameters.map(deeper);
  if (!first) throw new Wordless();
  if (name === 'has') return { words: `${first.words} 已填写` };
  if (name === 'blank') return { words: `${first.words} 未填写` };
  if (name === 'size' || name === 'len') return { words: `${first.words}的${lengthOf(first)}` };
  const known = second ? PAIRS[name]?.(first.words, second.words) : PARTS[name]?.(first.words);
  if (known !== undefined) return { words: known };
  if (name === 'label') return first;
  if (name === 'dec' || name === 'string') return first;
  throw new Wordless();
}

const lengthOf = ({ field }: Said): string => {
  const kind = field && valueType(field);
  if (kind?.options === 'tree') return '代码位数';
  return kind?.kind === 'links' || kind?.kind === 'texts' ? '项数' : '字数';
};

interface Around {
  readonly source: string;
  readonly names: RuleNames;
  readonly variables: Variables;
}

function calledOn(name: string, on: CelNode, parameters: readonly CelNode[], around: Around): Said {
  const { source, names, variables } = around;
  const deeper: Say = (part) => say(part, source, names, variables);
  const [first, body] = parameters;
  const method = METHODS[name];
  if (method && first) {
    const { words, field } = deeper(on);
    return { words: method(words, first.op === 'value' ? literal(first, field, names, deeper) : deeper(first).words) };
  }
  const entry = ENTRIES[name];
  if (entry === undefined || first?.op !== 'id' || !body) throw new Wordless();
  const list = deeper(on);
  const each: Said =
    on.op === 'list'
      ? { words: `${list.words} ${name === 'all' ? '的每一个' : '之一'}` }
      : { ...list, words: `${list.words}的${entry}` };
  return say(body, source, names, new Map(variables).set(first.args, each));
}

/** A value that is written out, as the field that it is compared with would show it. */
function literal(node: CelNode, field: FieldDefinition | undefined, names: RuleNames, deeper: Say): string {
  if (node.op === 'list')
    return node.args
      .map((entry) => (entry.op === 'value' ? literal(entry, field, names, deeper) : deeper(entry).words))
      .join('、');
  if (node.op !== 'value') return deeper(node).words;
  const { args } = node as { readonly args: unknown };
  if (typeof args === 'boolean') return args ? '是' : '否';
  const text = String(args);
  const type = field && valueType(field);
  if (typeof args === 'string') {
    if (text === '') return '空';
    return field && type?.options !== undefined ? names.option(text, field) : text;
  }
  if (type?.kind === 'money' || field?.config?.notation === 'amount') return formatMoney(text);
  return `${text}${type?.share ? '%' : (field?.config?.unit ?? '')}`;
}
