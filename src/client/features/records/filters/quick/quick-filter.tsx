import Button from '@mui/material/Button';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { chipWords } from '#client/features/records/filters/chip-words.ts';
import { labelsFrom } from '#client/features/records/filters/label-of.ts';
import { chosenValues } from './choice-rows.ts';
import { QuickChoices } from './quick-choices.tsx';
import type { QuickProps } from './quick-props.ts';
import { QuickRecords } from './quick-records.tsx';
import { QuickValues } from './quick-values.tsx';
import './quick.css';

interface QuickFilterProps extends QuickProps {
  /** Opens the panel of all conditions. */
  readonly onMore: () => void;
}

const KNOWN: readonly { readonly op: Comparison['op']; readonly label: string }[] = [
  { op: 'notEmpty', label: '已填写' },
  { op: 'empty', label: '未填写' },
];

/** For values that are compared with nothing: is there one? */
function QuickKnown({ field, current, onApply, onDone }: QuickProps) {
  return (
    <div className="quick-values">
      <div className="quick-presets" role="group" aria-label={field.label}>
        {KNOWN.map(({ op, label }) => (
          <button
            key={op}
            type="button"
            className="quick-preset"
            aria-pressed={current?.op === op}
            onClick={() => {
              onApply({ field: field.apiName, op });
              onDone();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

type Kind = 'choices' | 'records' | 'values' | 'known';

function kindOf({ field }: Pick<QuickProps, 'field'>): Kind {
  const { kind, options, operators } = valueType(field);
  if (options !== undefined || kind === 'boolean') return 'choices';
  if (kind === 'link' || kind === 'links') return 'records';
  return operators.length > 2 ? 'values' : 'known';
}

/** The filter of one field without operators: what is chosen applies at once. */
export function QuickFilter(props: QuickFilterProps) {
  const { field, current, onApply, onDone, lookups, onMore } = props;
  const kind = kindOf(props);
  const isShown = !current || kind === 'values' || kind === 'known' || chosenValues(field, current).length > 0;
  return (
    <div className="quick-filter">
      {!isShown && current && (
        <p className="quick-other">
          当前：{field.label} {chipWords(current, field, labelsFrom(lookups))}。重新选择会替换它。
        </p>
      )}
      {kind === 'choices' && <QuickChoices {...props} />}
      {kind === 'records' && <QuickRecords {...props} />}
      {kind === 'values' && <QuickValues {...props} />}
      {kind === 'known' && <QuickKnown {...props} />}
      <div className="quick-foot">
        {current && (
          <Button color="inherit" size="small" onClick={() => onApply(undefined)}>
            清除
          </Button>
        )}
        <Button color="inherit" size="small" onClick={onMore}>
          更多条件…
        </Button>
        <Button size="small" sx={{ ml: 'auto' }} onClick={onDone}>
          完成
        </Button>
      </div>
    </div>
  );
}
