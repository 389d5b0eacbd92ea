import Contrast from '@mui/icons-material/ContrastOutlined';
import { observer } from 'mobx-react-lite';
import { useContext, useState } from 'react';
import { APPEARANCES, type Appearance } from '#shared/appearance.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { AppearanceContext } from './appearance-context.ts';

/** What the choices are called. */
const APPEARANCE_LABELS: Readonly<Record<Appearance, string>> = {
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
};

interface AppearanceMenuProps {
  /** The button that it hangs below; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/** Light, dark, or as the system is set. */
export const AppearanceMenu = observer(function AppearanceMenu({ anchor, onClose }: AppearanceMenuProps) {
  const store = useContext(AppearanceContext);
  if (!store) return null;
  return (
    <LazyMenu
      anchor={anchor}
      onClose={onClose}
      choices={APPEARANCES.map((each) => ({
        label: APPEARANCE_LABELS[each],
        isSelected: store.choice === each,
        onChoose: () => store.choose(each),
      }))}
    />
  );
});

/** A round button that opens the choice, for visitors, who have no menu of their own. */
export function AppearanceButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!useContext(AppearanceContext)) return null;
  return (
    <>
      <PlainButton
        look="icon"
        tone="quiet"
        icon={<Contrast />}
        aria-label="外观"
        title="外观：跟随系统、浅色或深色"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <AppearanceMenu anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
