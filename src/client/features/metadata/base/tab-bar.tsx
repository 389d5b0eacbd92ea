import type { KeyboardEvent } from 'react';

interface TabBarProps<Id extends string> {
  /** What the tabs are of, read out. */
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id;
  /** Id of the panel below; the tabs' own ids begin with it. */
  readonly panel: string;
  readonly isSmall?: boolean;
  readonly onChoose: (id: Id) => void;
}

/** Tabs as the ARIA pattern has them: one stop of the Tab key, arrow keys between them. */
export function TabBar<Id extends string>({ label, tabs, chosen, panel, isSmall = false, onChoose }: TabBarProps<Id>) {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(tabs.findIndex(({ id }) => id === chosen) + by + tabs.length) % tabs.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(tabId(panel, next.id))?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={isSmall ? 'meta-tabs meta-tabs-small' : 'meta-tabs'}>
      {tabs.map(({ id, label: words }) => (
        <button
          key={id}
          id={tabId(panel, id)}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={panel}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={step}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/** The id of a tab, by which its panel is labelled. */
export const tabId = (panel: string, id: string): string => `${panel}-${id}`;
