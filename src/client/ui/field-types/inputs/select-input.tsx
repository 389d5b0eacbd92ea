import { createFilterOptions } from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { choosable, optionOf, optionText } from './choices.ts';
import { Chooser } from './chooser.tsx';
import { Control, controlProps, labelId } from './control.tsx';
import { LazySelect, type Reached } from './lazy-select.tsx';

/** More options than this are searched instead of scanned. */
const SCANNED = 8;

/** An option is found by its other names as well. */
const found = createFilterOptions<SelectOption>({
  stringify: ({ label, aliases = [] }) => [label, ...aliases].join('\n'),
});

const Faint = styled('span')(({ theme }) => ({ color: theme.palette.text.secondary }));

/** One option; with a rule's `allowed`, only those. An option that is gone or no longer allowed stays shown until replaced. */
export const SelectInput = observer(function SelectInput(props: InputProps) {
  const { field, value, onChange, allowed, lookups } = props;
  const options = choosable(field, lookups, allowed);
  const current = typeof value === 'string' && value !== '' ? optionOf(value, field, lookups) : null;
  const hint = field.config?.placeholder ?? '请选择';

  if (lookups.options(field).length > SCANNED) {
    return (
      <Chooser
        {...controlProps(props)}
        options={options}
        value={current}
        onChange={(_, option) => onChange(option?.value)}
        getOptionLabel={optionText}
        filterOptions={found}
        getOptionKey={(option) => option.value}
        isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
        hint={hint}
      />
    );
  }
  return (
    <LazySelect {...controlProps(props)} hint={hint} text={current?.label ?? ''}>
      {(reached) => <ShortList {...props} options={options} current={current} hint={hint} reached={reached} />}
    </LazySelect>
  );
});

interface ShortListProps extends InputProps {
  readonly options: readonly SelectOption[];
  readonly current: SelectOption | null;
  readonly hint: string;
  readonly reached: Reached;
}

/**
 * Few options, all seen at once. A chosen option that is offered no more keeps its place and its key, so that the focus
 * of a list that is open then stays in the list; it is disabled, so that the focus of a list that opens goes elsewhere.
 */
const ShortList = observer(function ShortList(props: ShortListProps) {
  const { id, field, lookups, options, current, hint, reached, onChange } = props;
  const { onBlur, problem, disabled, required, describedBy } = controlProps(props);
  const isChosen = (option: SelectOption) => option.value === current?.value;
  const known = lookups.options(field);
  const all = current === null || known.some(isChosen) ? known : [...known, current];
  return (
    <Select
      labelId={labelId(id)}
      SelectDisplayProps={{ id, 'aria-describedby': describedBy }}
      defaultOpen={reached === 'pointer'}
      value={current?.value ?? ''}
      displayEmpty
      renderValue={() => current?.label ?? <Faint>{hint}</Faint>}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      onBlur={onBlur}
      error={problem !== undefined}
      disabled={disabled}
      required={required}
      input={
        <Control sx={{ padding: 0, '& .MuiSelect-select.MuiInputBase-input': { padding: '5px 32px 5px 10px' } }} />
      }
    >
      {!required && <MenuItem value="">不选</MenuItem>}
      {all
        .filter((option) => isChosen(option) || options.includes(option))
        .map((option) => (
          <MenuItem
            key={option.value}
            value={option.value}
            disabled={!options.includes(option)}
            hidden={!options.includes(option) && !option.retired}
            sx={{ '&[hidden]': { display: 'none' } }}
          >
            {option.label}
            {option.retired && '（已停用）'}
          </MenuItem>
        ))}
    </Select>
  );
});

/** Several options, in the order chosen. */
export const MultiSelectInput = observer(function MultiSelectInput(props: InputProps) {
  const { field, value, onChange, allowed, lookups } = props;
  const chosen = (Array.isArray(value) ? value : []) as readonly string[];
  return (
    <Chooser
      {...controlProps(props)}
      multiple
      disableCloseOnSelect
      options={choosable(field, lookups, allowed)}
      value={chosen.map((entry) => optionOf(entry, field, lookups))}
      onChange={(_, options) => onChange(options.length === 0 ? undefined : options.map((option) => option.value))}
      getOptionLabel={optionText}
      filterOptions={found}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      hint={field.config?.placeholder ?? '可选多项'}
    />
  );
});
