import { barePattern, wholePattern } from '#generators/whole-pattern.ts';
import { parsePattern, PatternFault, type PatternNode } from './parse-pattern.ts';
import { refuseSlow } from './slow-pattern.ts';

/** Why a pattern cannot be taken, in Chinese; undefined where it can. */
export function patternProblem(source: string): string | undefined {
  try {
    // The flag decides what is a pattern at all.
    new RegExp(wholePattern(source), 'u');
  } catch {
    return '正则表达式的写法有误，请检查括号与转义';
  }
  try {
    refuseSlow(parsePattern(barePattern(source)));
    return undefined;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}

const coded = (code: number): string => `\\U${code.toString(16).padStart(8, '0')}`;

/** The same pattern as PostgreSQL reads it, which knows no classes of scripts. */
export const databasePattern = (source: string): string => `^(?:${text(parsePattern(barePattern(source)))})$`;

function text(node: PatternNode): string {
  switch (node.kind) {
    case 'set':
      return node.set.length === 0
        ? '(?!)'
        : `[${node.set.map(([from, to]) => `${coded(Math.max(from, 1))}-${coded(to)}`).join('')}]`;
    case 'all':
      return node.parts.map(text).join('');
    case 'any':
      return `(?:${node.parts.map(text).join('|')})`;
    case 'repeat': {
      const { part, least, most } = node;
      // PostgreSQL counts to 255.
      const count = most === null ? (least > 1 ? `{${least},}` : least === 1 ? '+' : '*') : `{${least},${most}}`;
      return `(?:${text(part)})${count}`;
    }
  }
}
