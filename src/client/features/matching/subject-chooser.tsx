import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { MatchSubject } from '#shared/matching/match-address.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { hashAddress } from '#client/lib/router.ts';
import type { SubjectStore } from './subject-store.ts';

interface SubjectChooserProps {
  readonly store: SubjectStore;
  readonly chosen: MatchSubject | undefined;
  readonly onChoose: (chosen: MatchSubject | undefined) => void;
  /** Where what is kept is looked after. */
  readonly path: string;
}

const WORDS = {
  investors: { label: '为谁找', none: '请选择', manage: '管理融资需求' },
  projects: { label: '投资需求', none: '默认偏好', manage: '管理投资需求' },
} as const;

/** For whom the list is ranked: a project or a request, a mandate or what the user follows, or conditions for this once. */
export const SubjectChooser = observer(function SubjectChooser({ store, chosen, onChoose, path }: SubjectChooserProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => void store.load(), [store]);
  const words = WORDS[store.side];
  const isDraft = chosen?.kind === 'draft' && store.draft !== undefined;
  const isKept = chosen !== undefined && chosen.kind !== 'draft';
  const name = isDraft || isKept ? (store.nameOf(chosen) ?? '已选择') : words.none;
  const choices = [
    ...(store.side === 'projects'
      ? [{ label: words.none, isSelected: chosen === undefined, onChoose: () => onChoose(undefined) }]
      : []),
    ...(store.choices.value ?? []).map(({ subject, name: label }) => ({
      label: subject.kind === 'request' ? `${label}（审核中）` : label,
      isSelected: isKept && subject.kind === chosen.kind && subject.id === chosen.id,
      onChoose: () => onChoose(subject),
    })),
    { label: '临时条件…', isSelected: isDraft, onChoose: () => store.ask() },
  ];
  return (
    <div className="match-subject-chooser">
      <PlainButton
        look="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="match-subject-name">
          {words.label}：{name}
        </span>
        <ExpandMore fontSize="small" />
      </PlainButton>
      <LazyMenu anchor={anchor} onClose={() => setAnchor(null)} choices={choices} />
      {isDraft && <PlainButton onClick={() => store.ask()}>修改条件</PlainButton>}
      <PlainLink href={hashAddress(path)}>{words.manage}</PlainLink>
    </div>
  );
});
