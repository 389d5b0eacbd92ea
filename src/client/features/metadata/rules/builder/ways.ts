import { createContext, useContext, useMemo } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { operandsOf, type Operand } from '#shared/rules/blocks/operands.ts';
import { type Way, waysOf, withLookup } from '#shared/rules/blocks/ways.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { freeName } from '#client/features/metadata/draft/definition-edits.ts';

/** What may be read over references, and how one of them is taken: by the look-up field that reads it. */
export interface Ways {
  readonly all: readonly Way[];
  /** The operand of the look-up, which is put into the draft where there is none yet. */
  readonly take: (way: Way) => Operand | undefined;
}

const NONE: Ways = { all: [], take: () => undefined };
const Context = createContext<Ways>(NONE);
export const WaysProvider = Context.Provider;
export const useWays = (): Ways => useContext(Context);

/** The ways of the object in the draft. Observable: the objects at their ends are read when they are first asked for. */
export function useDraftWays({ deps, draft }: DraftProps): Ways {
  const { schema } = deps;
  // They stay while a rule is typed, as the fields do.
  const { fields } = draft.current;
  const find = (apiName: string): ObjectDefinition | undefined => (apiName === '' ? undefined : schema.other(apiName));
  const { others } = schema;
  // Asking begins the load of those that are not here.
  for (const { targetApiName } of fields) if (targetApiName !== undefined) find(targetApiName);
  const all = useMemo(() => waysOf({ fields }, (apiName) => others[apiName]), [fields, others]);
  return useMemo(
    () => ({
      all,
      take: (way) => {
        const next = withLookup(
          draft.current,
          way,
          (wanted) => freeName(draft.current, wanted),
          (apiName) => others[apiName],
        );
        if (next.object !== draft.current) draft.change(next.object, `lookup-${next.apiName}`);
        return operandsOf(next.object).get(`self.${next.apiName}`);
      },
    }),
    [all, draft, others],
  );
}
