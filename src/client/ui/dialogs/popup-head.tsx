import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import type { ReactNode, Ref } from 'react';
import { PlainButton } from '#client/ui/plain-button.tsx';
import './popup-head.css';

export interface PopupHeadProps {
  /** Id of the title, by which the popup is known; absent where it has a name of its own. */
  readonly id?: string;
  readonly title: ReactNode;
  /** Gives the title the focus, for popups that open away from their button. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /** Before the title, as the picture of a user. */
  readonly picture?: ReactNode;
  /** One line more below the title. */
  readonly line?: ReactNode;
  /** Further buttons before the one that closes. */
  readonly tools?: ReactNode;
  /** The way to what was shown before, and what it is called. */
  readonly back?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Absent where the question must be answered. */
  readonly onClose?: (() => void) | undefined;
  /** Where several can be closed, which one this closes. */
  readonly closeLabel?: string;
  /** Keys that close it as well, shown on hover. */
  readonly closeKeys?: string;
  /** Something is being done that must not be left. */
  readonly isHeld?: boolean;
}

/** The first line of whatever floats above a page or opens beside it: its title, and the button that closes it. */
export function PopupHead(props: PopupHeadProps) {
  const { id, title, titleRef, picture, line, tools, back, onClose, closeLabel = '关闭', closeKeys, isHeld } = props;
  return (
    <header className="popup-head">
      {back && (
        <PlainButton
          look="icon"
          tone="quiet"
          className="popup-back"
          icon={<ArrowBack />}
          aria-label={back.label}
          onClick={back.onPress}
        />
      )}
      {picture}
      <div className="popup-words">
        <h2 id={id} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
          {title}
        </h2>
        {line}
      </div>
      {tools}
      {onClose && (
        <PlainButton
          look="icon"
          tone="quiet"
          className="popup-close"
          icon={<Close />}
          aria-label={closeLabel}
          title={closeKeys && `${closeLabel}（${closeKeys}）`}
          disabled={isHeld}
          onClick={() => onClose()}
        />
      )}
    </header>
  );
}
