import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import type { ReactNode } from 'react';
import { PlainButton } from '#client/ui/plain-button.tsx';
import './popup-head.css';

export interface PopupHeadProps {
  /** Id of the title, by which the popup is known. */
  readonly id: string;
  readonly title: ReactNode;
  /** Further buttons before the one that closes. */
  readonly tools?: ReactNode;
  /** The way to what was shown before, and what it is called. */
  readonly back?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Absent where the question must be answered. */
  readonly onClose?: (() => void) | undefined;
  /** Something is being done that must not be left. */
  readonly isHeld?: boolean;
}

/** The first line of whatever floats above a page: its title, and the button that closes it. */
export function PopupHead({ id, title, tools, back, onClose, isHeld = false }: PopupHeadProps) {
  return (
    <header className="popup-head">
      {back && (
        <PlainButton look="icon" tone="quiet" icon={<ArrowBack />} aria-label={back.label} onClick={back.onPress} />
      )}
      <h2 id={id}>{title}</h2>
      {tools}
      {onClose && (
        <PlainButton
          look="icon"
          tone="quiet"
          icon={<Close />}
          aria-label="关闭"
          disabled={isHeld}
          onClick={() => onClose()}
        />
      )}
    </header>
  );
}
