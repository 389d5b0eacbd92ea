import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined';
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import { fieldType } from '#generators/field-types/registry.ts';
import { isDateText } from '#generators/field-types/date.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { controlProps } from './control.tsx';
import { TextBox } from './text-box.tsx';
import { useParsedText } from './use-parsed-text.ts';

const Open = styled('button')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  marginRight: -6,
  padding: 0,
  border: 0,
  borderRadius: 4,
  background: 'none',
  color: theme.palette.action.active,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:disabled': { cursor: 'default', opacity: 0.4 },
}));

/** The browser's own picker opens where this is; no user sees or tabs to the input itself. */
const Picker = styled('input')({
  position: 'absolute',
  right: 8,
  bottom: 0,
  width: 1,
  height: 1,
  opacity: 0,
  border: 0,
  padding: 0,
  pointerEvents: 'none',
});

interface TypedDateProps extends InputProps {
  readonly kind: 'date' | 'datetime-local';
  readonly hint: string;
  readonly show: (value: FieldValue) => string;
  /** The value as the browser's picker wants it; empty when the picker cannot show it. */
  readonly picked: (value: FieldValue) => string;
}

function TypedDate(props: TypedDateProps) {
  const { field, value, onChange, onBlur, disabled = false, kind, hint, show, picked } = props;
  const picker = useRef<HTMLInputElement>(null);
  const read = (text: string) => fieldType(field).fromText(text, field);
  const typed = useParsedText({ value, show, read, onChange, onBlur });
  const pick = (text: string) => {
    const parsed = text === '' ? { value: undefined } : read(text.replace('T', ' '));
    if ('value' in parsed) onChange(parsed.value);
  };
  return (
    <TextBox
      {...controlProps(props)}
      value={typed.text}
      {...typed.handlers}
      onBlur={typed.leave}
      placeholder={field.config?.placeholder ?? hint}
      behind={
        <>
          <Open
            type="button"
            aria-label={`选择${field.label}`}
            disabled={disabled}
            onClick={() => picker.current?.showPicker()}
          >
            <CalendarTodayOutlined sx={{ fontSize: 16 }} />
          </Open>
          <Picker
            ref={picker}
            type={kind}
            tabIndex={-1}
            aria-hidden
            value={picked(value)}
            onChange={(event) => pick(event.target.value)}
          />
        </>
      }
    />
  );
}

const asText = (value: FieldValue) => String(value ?? '');
const wholeDay = (value: FieldValue) => (asText(value).length === 10 && isDateText(asText(value)) ? asText(value) : '');
const moment = (value: FieldValue) => shownMoment(asText(value), 'YYYY-MM-DD HH:mm');
const pickedMoment = (value: FieldValue) => {
  const shown = shownMoment(asText(value), 'YYYY-MM-DDTHH:mm');
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(shown) ? shown : '';
};

/** A day, or with `config.partial` what is known of it: 2019, 2019-06. Typed, or picked in the browser's own calendar. */
export function DateInput(props: InputProps) {
  const hint = props.field.config?.partial ? '如 2019、2019-06 或 2019-06-03' : '年-月-日';
  return <TypedDate {...props} kind="date" hint={hint} show={asText} picked={wholeDay} />;
}

/** A day and a time of Asia/Shanghai; kept as an instant in UTC. */
export function DateTimeInput(props: InputProps) {
  return <TypedDate {...props} kind="datetime-local" hint="年-月-日 时:分" show={moment} picked={pickedMoment} />;
}
