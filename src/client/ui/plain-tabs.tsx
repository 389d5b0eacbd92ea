import { useEffect, useRef, type KeyboardEvent } from 'react';
import './plain-tabs.css';

interface PlainTabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Id of what they show. */
  readonly panel: string;
  /** What they show is there at once, so that the arrows choose as well. */
  readonly isImmediate?: boolean;
  readonly className?: string;
}

/** Id of a tab, by which its panel is labelled. */
export const tabId = (panel: string, value: string): string => `${panel}-${value}`;

/** Tabs in the look of the theme's. Arrows lead from one to the next and round the ends, Enter and Space choose. */
export function PlainTabs<Value extends string>(props: PlainTabsProps<Value>) {
  const { label, tabs, value, onChange, panel, isImmediate = false, className = 'plain-tabs' } = props;
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
    const chosen = isImmediate ? tabs.at(next % tabs.length) : undefined;
    if (chosen) onChange(chosen.value);
  };
  return (
    <div ref={row} role="tablist" tabIndex={-1} aria-label={label} className={className} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(panel, tab.value)}
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
