import { type ASTNode, Environment, EvaluationError, ParseError, TypeError } from '@marcbachmann/cel-js';
import { celWords } from './cel-words.ts';
import { RuleRefusal } from './rule-refusal.ts';

/** The only file that knows the CEL library; everything else sees its syntax tree. */
export type CelNode = ASTNode;

/** Longest expression in UTF-16 units; the metadata language says the same. */
const MAX_SOURCE_LENGTH = 2000;

/** Bounds on the shape of an expression, checked while it is parsed. */
const LIMITS = { maxAstNodes: 256, maxDepth: 32, maxListElements: 64, maxMapEntries: 16, maxCallArguments: 16 };

const LIMIT_WORDS: Readonly<Record<string, string>> = {
  maxAstNodes: `表达式太大，最多 ${LIMITS.maxAstNodes} 个节点`,
  maxDepth: `表达式嵌套太深，最多 ${LIMITS.maxDepth} 层`,
  maxListElements: `列表太长，最多 ${LIMITS.maxListElements} 项`,
  maxMapEntries: `映射太大，最多 ${LIMITS.maxMapEntries} 项`,
  maxCallArguments: `参数太多，最多 ${LIMITS.maxCallArguments} 个`,
};

/** What the library knows: names, types, operators and functions. */
export type CelEnvironment = Environment;

/** An environment of the library without any names of ours, within LIMITS. */
export const newEnvironment = (): CelEnvironment => new Environment({ unlistedVariablesAreDyn: false, limits: LIMITS });

const parser = newEnvironment();

/** Any error of the library as a refusal with a Chinese message and its place; other errors are thrown on. */
function celRefusal(error: unknown, source: string): Error {
  if (!(error instanceof ParseError || error instanceof TypeError || error instanceof EvaluationError)) throw error;
  const limit =
    error.code === 'limit_exceeded' ? Object.keys(LIMITS).find((name) => error.summary.includes(name)) : undefined;
  const message = (limit && LIMIT_WORDS[limit]) ?? celWords(error.code, error.summary);
  return new RuleRefusal(message, source, error.range?.start ?? 0);
}

/** Trees that are remembered: an object that is being edited is compiled again at every change, with few new texts. */
const REMEMBERED = 2000;
const trees = new Map<string, CelNode>();

/** The syntax tree of an expression within LIMITS; the same for the same text. Throws RuleRefusal. */
export function parseCel(source: string): CelNode {
  const before = trees.get(source);
  if (before) return before;
  const tree = parse(source);
  if (trees.size >= REMEMBERED) trees.clear();
  trees.set(source, tree);
  return tree;
}

function parse(source: string): CelNode {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new RuleRefusal(`表达式太长：${source.length} 个字符，最多 ${MAX_SOURCE_LENGTH} 个`, source.slice(0, 1), 0);
  }
  try {
    return parser.parse(source).ast;
  } catch (error) {
    throw celRefusal(error, source);
  }
}

/** The library's own verdict on an expression: its type as CEL writes it, or a refusal. Never throws RuleRefusal. */
export function checkCel(environment: CelEnvironment, source: string): { readonly type: string } | RuleRefusal {
  const { valid, type, error } = environment.check(source);
  if (valid && type !== undefined) return { type };
  const refusal = celRefusal(error, source);
  if (refusal instanceof RuleRefusal) return refusal;
  throw refusal;
}
