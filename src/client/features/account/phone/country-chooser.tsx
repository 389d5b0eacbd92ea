import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { CountriesStore } from './countries-store.ts';
import './country-chooser.css';

interface CountryChooserProps {
  readonly countries: CountriesStore;
  /** Calling code without its plus. */
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** The calling code of a number, found by name or digits. */
export const CountryChooser = observer(function CountryChooser({ countries, value, onChange }: CountryChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const name = countries.list.find(({ code }) => code === value)?.label ?? '';
  const open = () => {
    void countries.load();
    setOpen(!isOpen);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const leave = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <div className="country-chooser" ref={box} onBlur={leave}>
      <button
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`国家或地区：${name} +${value}`}
        onClick={open}
      >
        +{value}
        <ExpandMore aria-hidden />
      </button>
      {isOpen && (
        <CountryList
          countries={countries}
          value={value}
          onClose={close}
          onChoose={(code) => {
            onChange(code);
            close();
          }}
        />
      )}
    </div>
  );
});

interface CountryListProps {
  readonly countries: CountriesStore;
  readonly value: string;
  readonly onChoose: (code: string) => void;
  readonly onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

const CountryList = observer(function CountryList({ countries, value, onChoose, onClose }: CountryListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const matches = countries.matching(text);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) setAt(Math.min(Math.max(at + step, 0), matches.length - 1));
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') choose(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = (index: number) => {
    const match = matches[index];
    if (match) onChoose(match.code);
  };
  return (
    <div className="country-list">
      <input
        role="combobox"
        aria-label="搜索国家或地区"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={matches[at] && `${id}-${at}`}
        aria-autocomplete="list"
        placeholder="搜索国家、地区或区号"
        value={text}
        // The chooser was opened to be typed into.
        ref={(input) => input?.focus({ preventScroll: true })}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="国家或地区" className="country-options">
        {matches.map(({ code, country, label }, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${country}-${code}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={code === value}
            data-at={index === at || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
          >
            <span>{label}</span>
            <span>+{code}</span>
          </button>
        ))}
      </div>
      {matches.length === 0 && <p role="status">没有符合的国家或地区</p>}
    </div>
  );
});
