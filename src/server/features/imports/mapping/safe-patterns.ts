import type { ImportMapping, StubField } from '#schemas/metadata/import-mapping.ts';
import type { Problem } from '#shared/errors.ts';
import { mappingFailure } from './parse-mapping.ts';

/** A repeated group that holds a repetition itself: `(a+)+`. One text can keep such a pattern busy for years. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\})(?:[^()\\]|\\.)*\)\s*(?:[*+]|\{\d+,?\d*\})/u;
/** A repeated choice whose branches may begin alike: `(a|ab)*`. */
const REPEATED_CHOICE = /\((?:[^()\\]|\\.)*\|(?:[^()\\]|\\.)*\)\s*(?:[*+]|\{\d+,\d*\})/u;

/**
 * Refuses patterns that could hold up the server; a mapping that came through the web runs beside everybody's work.
 * `labels` are those of fields, by the path at which the mapping names them.
 * @throws Failure INVALID_BODY naming every such pattern.
 */
export function refuseSlowPatterns(mapping: ImportMapping, labels: ReadonlyMap<string, string> = new Map()): void {
  const problems: Problem[] = [];
  const check = (field: StubField, path: string) => {
    const patterns = [
      ...(field.extract === undefined ? [] : [field.extract]),
      ...(typeof field.split === 'object' ? [field.split.pattern] : []),
      ...(field.replace ?? []).map(({ pattern }) => pattern),
    ];
    for (const pattern of patterns)
      if (NESTED.test(pattern) || REPEATED_CHOICE.test(pattern))
        problems.push({ field: path, message: `正则表达式“${pattern}”可能使服务器长时间停顿，请改写` });
  };
  for (const [index, field] of mapping.fields.entries()) {
    check(field, `/fields/${index}`);
    for (const [place, stub] of (field.reference?.create?.fields ?? []).entries())
      check(stub, `/fields/${index}/reference/create/fields/${place}`);
  }
  if (problems.length > 0) throw mappingFailure(problems, labels);
}
