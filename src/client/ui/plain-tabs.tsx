import { useEffect, useRef, type KeyboardEvent } from 'react';
import './plain-tabs.css';

interface PlainTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Ids of the tabs begin with it, and go on with their value. */
  readonly id: string;
  /** Id of what they show. */
  readonly panel: string;
}

/** Tabs in the look of the theme's. Arrows lead from one to the next and round the ends, Enter and Space choose. */
export function PlainTabs({ label, tabs, value, onChange, id, panel }: PlainTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  // Where there are more than fit, the chosen one is among those on screen.
  // What newer browsers answer with is a promise and no clean-up: nothing is given back.
  useEffect(() => {
    row.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(row.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const at = all.findIndex((tab) => tab === document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  return (
    <div ref={row} role="tablist" tabIndex={-1} aria-label={label} className="plain-tabs" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-controls={panel}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
