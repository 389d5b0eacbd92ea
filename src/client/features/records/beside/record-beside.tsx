import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Drawer from '@mui/material/Drawer';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { RecordDetail } from '#client/features/records/details/record-detail.tsx';
import type { DetailPartProps } from '#client/features/records/details/detail-value.tsx';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import type { Beside } from './beside.ts';
import './record-beside.css';

/** What shows a record beside its list. */
export interface BesideProps {
  readonly beside: Beside;
  readonly id: string;
  /** Over the list, where there is no room beside it. */
  readonly isSheet: boolean;
}

const ICON = { fontSize: 20 } as const;

/** A record beside its list, with the ways to the rows around it. */
export const RecordBeside = observer(function RecordBeside({
  beside,
  id,
  isSheet,
  ...part
}: BesideProps & DetailPartProps) {
  const { store } = part;
  const label = `${store.definition?.label ?? ''}详情`;
  const content = (
    <>
      <Head beside={beside} label={store.name || label} kind={label} objectApiName={store.objectApiName} id={id} />
      <Shown key={id} {...part} />
    </>
  );
  if (!isSheet) return <Aside label={label}>{content}</Aside>;
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={beside.close}
      disableRestoreFocus
      slotProps={{
        paper: { className: 'beside beside-sheet', role: 'dialog', 'aria-label': label, onKeyDown: beside.onKeyDown },
      }}
    >
      {content}
    </Drawer>
  );
});

/** Which tab is open is no part of the address of a list. */
function Shown(part: DetailPartProps) {
  const [tab, onTab] = useState<string | null>(null);
  return <RecordDetail {...part} isBeside place={{ tab, onTab }} />;
}

/** Takes the focus when it opens, so that its keys are at hand at once; not when another record is shown in it. */
function Aside({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return (
    <aside ref={element} className="beside" tabIndex={-1} aria-label={label}>
      {children}
    </aside>
  );
}

interface HeadProps {
  readonly beside: Beside;
  /** What is shown, for those who hear it. */
  readonly label: string;
  readonly kind: string;
  readonly objectApiName: string;
  readonly id: string;
}

function Head({ beside, label, kind, objectApiName, id }: HeadProps) {
  const { previous, next, close } = beside;
  const step = (name: string, keys: string, icon: ReactNode, way: (() => void) | undefined) => (
    <PlainButton
      look="icon"
      tone="quiet"
      aria-label={name}
      title={`${name}（${keys}）`}
      aria-disabled={way === undefined || undefined}
      onClick={way}
      icon={icon}
    />
  );
  return (
    <PopupHead
      title={kind}
      line={
        <span className="visually-hidden" role="status">
          {label}
        </span>
      }
      tools={
        <>
          {step('上一条', '↑ 或 K', <KeyboardArrowUp sx={ICON} />, previous)}
          {step('下一条', '↓ 或 J', <KeyboardArrowDown sx={ICON} />, next)}
          <PlainLink
            look="icon"
            tone="quiet"
            aria-label="在新标签页打开"
            title="在新标签页打开"
            href={hashAddress(detailPath(objectApiName, id))}
            target="_blank"
            rel="noopener noreferrer"
            icon={<OpenInNew sx={ICON} />}
          />
        </>
      }
      onClose={close}
      closeKeys="Esc"
    />
  );
}
