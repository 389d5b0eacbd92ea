import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useState } from 'react';
import { CHOOSER_WORDS } from './choices.ts';
import { Control, CONTROL_HEIGHT } from './control.tsx';
import { LazySelect, type Reached } from './lazy-select.tsx';

type Flag = boolean | undefined;

interface ChooserProps<Entry, Multiple extends Flag, Free extends Flag> extends Omit<
  AutocompleteProps<Entry, Multiple, false, Free>,
  'renderInput' | 'onBlur' | 'onOpen' | 'onClose' | 'open' | 'getOptionLabel'
> {
  readonly id: string;
  readonly problem: string | undefined;
  readonly required: boolean;
  readonly describedBy: string | undefined;
  readonly hint: string;
  readonly disabled: boolean;
  readonly getOptionLabel: (option: Entry | string) => string;
  readonly onBlur: () => void;
  readonly onOpened?: (() => void) | undefined;
}

const Root = styled(Autocomplete)(({ theme }) => ({
  '& .MuiAutocomplete-inputRoot': { flexWrap: 'wrap', padding: '1px 34px 1px 10px', gap: 4, minHeight: CONTROL_HEIGHT },
  '& .MuiAutocomplete-inputRoot .MuiAutocomplete-input': {
    flex: '1 1 60px',
    padding: '2px 0',
    height: 30,
    minWidth: 30,
  },
  '& .MuiAutocomplete-endAdornment': { right: 4 },
  '& .MuiChip-root': { height: 22, borderRadius: 4, fontSize: theme.typography.caption.fontSize, margin: 0 },
})) as typeof Autocomplete;

const LIST = {
  paper: {
    sx: {
      mt: 0.5,
      border: 1,
      borderColor: 'divider',
      boxShadow: 4,
      '& .MuiAutocomplete-option': { minHeight: 32, px: 1.5, typography: 'body2' },
    },
  },
} as const;

/** A searchable list of choices in the outline of a control. */
export function Chooser<Entry, Multiple extends Flag = false, Free extends Flag = false>(
  props: ChooserProps<Entry, Multiple, Free>,
) {
  const { id, problem, required, describedBy, hint, disabled, value, getOptionLabel } = props;
  const chosen = (Array.isArray(value) ? value : [value ?? []].flat()) as readonly Entry[];
  const labels = chosen.map(getOptionLabel);
  const several = props.multiple === true;
  return (
    <LazySelect
      {...{ id, hint, problem, disabled, describedBy }}
      required={required && labels.length === 0}
      text={several ? '' : (labels[0] ?? '')}
      chips={several ? labels : []}
    >
      {(reached) => <Awake {...props} reached={reached} isEmpty={labels.length === 0} />}
    </LazySelect>
  );
}

/** The list as it was before where it has the same entries: the library takes away what is typed when it gets another one. */
function useSameList<Value>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (kept === value) return kept;
  const isSame =
    Array.isArray(value) &&
    Array.isArray(kept) &&
    value.length === kept.length &&
    value.every((entry, at) => entry === kept[at]);
  if (isSame) return kept;
  keep(value);
  return value;
}

interface AwakeProps<Entry, Multiple extends Flag, Free extends Flag> extends ChooserProps<Entry, Multiple, Free> {
  readonly reached: Reached;
  readonly isEmpty: boolean;
}

function Awake<Entry, Multiple extends Flag, Free extends Flag>(props: AwakeProps<Entry, Multiple, Free>) {
  const { id, problem, required, describedBy, hint, reached, isEmpty, onBlur, onOpened, ...rest } = props;
  const value = useSameList(props.value);
  const [open, setOpen] = useState(reached === 'pointer');
  const tell = useEffectEvent(() => onOpened?.());
  useEffect(() => {
    if (open) tell();
  }, [open]);
  return (
    <Root<Entry, Multiple, false, Free>
      {...CHOOSER_WORDS}
      size="small"
      autoHighlight
      slotProps={LIST}
      {...rest}
      value={value}
      id={id}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onBlur={onBlur}
      renderInput={({ slotProps, disabled }) => (
        <Control
          {...slotProps.input}
          disabled={disabled}
          error={problem !== undefined}
          required={required && isEmpty}
          placeholder={isEmpty ? hint : ''}
          slotProps={{ input: { ...slotProps.htmlInput, 'aria-describedby': describedBy } }}
        />
      )}
    />
  );
}
