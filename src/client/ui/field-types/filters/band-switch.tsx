import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { comparesBands } from '#generators/operators.ts';
import { optionLabel } from '#generators/field-types/select.ts';
import { bandsOf } from '#shared/conditions/bands.ts';

interface BandSwitchProps {
  readonly field: FieldDefinition;
  readonly comparison: Comparison;
  readonly onChange: (next: Comparison) => void;
}

/** Which bands of amounts meet a comparison by number, and whether those that only may do so count. */
export function BandSwitch({ field, comparison, onChange }: BandSwitchProps) {
  const id = useId();
  if (!comparesBands(field, comparison.op) || field.config?.bandOptionSet === undefined) return null;
  const isOn = comparison.possibly === true;
  const change = () => {
    const { possibly: _possibly, ...rest } = comparison;
    onChange(isOn ? rest : { ...rest, possibly: true });
  };
  return (
    <div>
      <FormControlLabel
        label="含区间披露"
        control={
          <Switch size="small" checked={isOn} onChange={change} slotProps={{ input: { 'aria-describedby': id } }} />
        }
        sx={{ ml: -0.5, mt: 0.5, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
      />
      <FormHelperText id={id} sx={{ mt: 0 }}>
        {bandWords(field, comparison, isOn)}
      </FormHelperText>
    </div>
  );
}

/** What becomes of amounts of which only a band is known, e.g. 亿元及以上 一定符合，已计入；数千万 可能符合，未计入. */
function bandWords(field: FieldDefinition, comparison: Comparison, isOn: boolean): string {
  const surely = bandsOf(field, comparison, 'surely');
  const maybe = bandsOf(field, comparison, 'possibly').filter((band) => !surely.includes(band));
  const names = (bands: readonly string[]) => bands.map((band) => optionLabel(band, field)).join('、');
  const parts = [
    ...(surely.length > 0 ? [`${names(surely)}一定符合，已计入`] : []),
    ...(maybe.length > 0 ? [`${names(maybe)}可能符合，${isOn ? '已计入' : '未计入'}`] : []),
  ];
  if (parts.length === 0) return '只披露了区间的金额（如数千万），可能符合时也计入；外币区间不折算，不计入';
  return `只披露了区间的金额：${parts.join('；')}`;
}
