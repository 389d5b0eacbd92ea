import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { DRAFT, type MandateStore } from './mandate-store.ts';

interface MandateChooserProps {
  readonly store: MandateStore;
  /** The id of a mandate, `draft`, or undefined for what the user follows. */
  readonly chosen: string | undefined;
  readonly onChoose: (chosen: string | undefined) => void;
  /** Where mandates are kept. */
  readonly path: string;
}

/** By what projects are ranked: what the user follows, a mandate, or conditions for this once. */
export const MandateChooser = observer(function MandateChooser({ store, chosen, onChoose, path }: MandateChooserProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => void store.load(), [store]);
  const isDraft = chosen === DRAFT && store.draft !== undefined;
  const choices = [
    { label: '默认偏好', isSelected: chosen === undefined, onChoose: () => onChoose(undefined) },
    ...(store.saved.value ?? []).map(({ id, name }) => ({
      label: name,
      isSelected: id === chosen,
      onChoose: () => onChoose(id),
    })),
    { label: '临时条件…', isSelected: isDraft, onChoose: () => store.ask() },
  ];
  return (
    <div className="match-mandate">
      <PlainButton
        look="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="match-mandate-name">投资需求：{store.labelOf(chosen)}</span>
        <ExpandMore fontSize="small" />
      </PlainButton>
      <LazyMenu anchor={anchor} onClose={() => setAnchor(null)} choices={choices} />
      {isDraft && <PlainButton onClick={() => store.ask()}>修改条件</PlainButton>}
      <PlainLink href={hashAddress(path)}>管理投资需求</PlainLink>
    </div>
  );
});
