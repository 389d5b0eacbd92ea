import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';

/** A repeated group that holds a repetition itself: `(a+)+`. One text can keep such a pattern busy for years. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\})(?:[^()\\]|\\.)*\)\s*(?:[*+]|\{\d+,?\d*\})/u;
/** A repeated choice whose branches may begin alike: `(a|ab)*`. */
const REPEATED_CHOICE = /\((?:[^()\\]|\\.)*\|(?:[^()\\]|\\.)*\)\s*(?:[*+]|\{\d+,\d*\})/u;

/**
 * Refuses patterns that could hold up the server; a mapping that came through the web runs beside everybody's work.
 * @throws Failure INVALID_BODY naming the pattern.
 */
export function refuseSlowPatterns(mapping: ImportMapping): void {
  const stubs = mapping.fields.flatMap((field) => field.reference?.create?.fields ?? []);
  for (const field of [...mapping.fields, ...stubs]) {
    const patterns = [
      ...(field.extract === undefined ? [] : [field.extract]),
      ...(typeof field.split === 'object' ? [field.split.pattern] : []),
      ...(field.replace ?? []).map(({ pattern }) => pattern),
    ];
    const slow = patterns.find((pattern) => NESTED.test(pattern) || REPEATED_CHOICE.test(pattern));
    if (slow !== undefined)
      throw new Failure('INVALID_BODY', `字段“${field.field}”的正则表达式“${slow}”可能使服务器长时间停顿，请改写`);
  }
}
