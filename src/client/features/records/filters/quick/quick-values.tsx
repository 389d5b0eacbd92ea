import Button from '@mui/material/Button';
import { useState, type SubmitEvent } from 'react';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { datePresets, rangeComparison, rangePresets } from '#generators/presets.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { rangeWords } from '#client/features/records/filters/chip-words.ts';
import { comparisonProblem } from '#client/features/records/filters/comparison-draft.ts';
import { asCustom, settled } from './custom-range.ts';
import type { QuickProps } from './quick-props.ts';

interface Preset {
  readonly label: string;
  readonly comparison: Comparison;
}

const isSame = (left: Comparison | undefined, right: Comparison): boolean =>
  left?.op === right.op && JSON.stringify(left.value) === JSON.stringify(right.value);

function presetsOf({ field, today }: Pick<QuickProps, 'field' | 'today'>): readonly Preset[] {
  if (['date', 'instant'].includes(valueType(field).kind))
    return datePresets(today).map(({ label, ...rest }) => ({ label, comparison: { field: field.apiName, ...rest } }));
  return rangePresets(field).map((range) => ({
    label: rangeWords(field, range.from, range.to),
    comparison: rangeComparison(field, range),
  }));
}

/** Ranges at a press, and one of the user's own: of dates, numbers and amounts; or the text that is looked for. */
export function QuickValues(props: QuickProps) {
  const { field, current, onApply, onDone, lookups } = props;
  const [draft, setDraft] = useState(() => asCustom(field, current));
  const [wasRefused, setRefused] = useState(false);
  const presets = presetsOf(props);
  const { Filter } = editorsOf(field);
  const possibly = draft.possibly ? { possibly: true as const } : {};
  const problem = comparisonProblem(draft, field);
  const apply = (next: Comparison) => {
    onApply(next);
    onDone();
  };
  const change = (next: Comparison) => {
    setDraft(next);
    // A switch is no typing: what already applies follows it.
    if (next.possibly !== draft.possibly && current && isSame(current, settled(draft, field)))
      onApply(settled(next, field));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem === undefined) apply(settled(draft, field));
    else setRefused(true);
  };
  return (
    <div className="quick-values">
      {presets.length > 0 && (
        <div className="quick-presets" role="group" aria-label={`${field.label}常用区间`}>
          {presets.map(({ label, comparison }) => (
            <button
              key={label}
              type="button"
              className="quick-preset"
              aria-pressed={isSame(current, comparison)}
              onClick={() => apply({ ...comparison, ...possibly })}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <form className="quick-form" onSubmit={submit}>
        <Filter field={field} comparison={draft} onChange={change} lookups={lookups} />
        {wasRefused && problem !== undefined && (
          <p role="alert" className="quick-problem">
            {problem}
          </p>
        )}
        <Button type="submit" variant="contained" size="small">
          应用
        </Button>
      </form>
    </div>
  );
}
