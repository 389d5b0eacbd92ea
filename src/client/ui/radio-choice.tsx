import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface RadioChoiceProps<Value extends string> {
  readonly label: string;
  /** The label is for assistive technology alone. */
  readonly isLabelHidden?: boolean;
  readonly isRow?: boolean;
  /** '' while nothing is chosen. */
  readonly value: Value | '';
  readonly onChange: (next: Value) => void;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly help?: string;
    readonly isDisabled?: boolean;
  }[];
}

/** One of a few, all of them in sight. */
export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { label, isLabelHidden = false, isRow = false, value, onChange, choices } = props;
  const id = useId();
  return (
    <div>
      {!isLabelHidden && <FormLabel id={id}>{label}</FormLabel>}
      <RadioGroup row={isRow} {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })} value={value}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            disabled={choice.isDisabled === true}
            control={<Radio size="small" onChange={() => onChange(choice.value)} />}
            label={
              <>
                {choice.label}
                {choice.help !== undefined && (
                  <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                    {choice.help}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </div>
  );
}
