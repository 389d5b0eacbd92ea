import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import type { RecordView } from '#shared/rules/record-view.ts';
import type { CompiledRule } from '#shared/rules/rule-set.ts';
import { cleanValue } from './clean.ts';
import { sameValue } from './same-value.ts';

/** What a save is about. A new record is about everything; a kept one about what changes and the rules that read that. */
export interface Change {
  /** Does the save give the field another value? For a formula: does it read a field that gets one? */
  readonly touches: (apiName: string) => boolean;
  /** Must the rule be asked? One that looks at the record as it was, or at the user, is about every save. */
  readonly concerns: (rule: CompiledRule) => boolean;
}

const EVERYTHING: Change = { touches: () => true, concerns: () => true };

/** The difference between a record as last saved and as it would be kept. Nothing is worked out before it is asked for. */
export function changeOf(
  fields: ReadonlyMap<string, FieldDefinition>,
  view: RecordView,
  old: RecordValues | undefined,
): Change {
  if (!old) return EVERYTHING;
  const known = new Map<string, boolean>();

  function differs(apiName: string): boolean {
    const field = fields.get(apiName);
    if (!field) return false;
    if (!isComputed(field))
      return !sameValue(cleanValue(field, view.value(apiName)), cleanValue(field, old?.[apiName]));
    // Until it is worked out, formulas that read each other in a ring touch nothing.
    known.set(apiName, false);
    return view.rulesOf(apiName).some(({ kind, reads }) => kind === 'formula' && [...reads].some(touches));
  }

  function touches(apiName: string): boolean {
    const before = known.get(apiName);
    if (before !== undefined) return before;
    const answer = differs(apiName);
    known.set(apiName, answer);
    return answer;
  }

  return {
    touches,
    concerns: ({ target, reads, roots }) =>
      reads.size === 0 ||
      roots.has('old') ||
      roots.has('user') ||
      touches(target.apiName) ||
      [...reads].some((read) => touches(read)),
  };
}
