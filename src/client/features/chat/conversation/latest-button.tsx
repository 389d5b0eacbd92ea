import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import { PlainButton } from '#client/ui/plain-button.tsx';

interface LatestButtonProps {
  /** Messages of the other that came below what is on screen. */
  readonly count: number;
  readonly onPress: () => void;
}

/** The way back to the end; it says when something new is there. */
export function LatestButton({ count, onPress }: LatestButtonProps) {
  const isNews = count > 0;
  return (
    <PlainButton
      look={isNews ? 'filled' : 'icon'}
      className="chat-latest"
      aria-label={isNews ? `有新消息，${count} 条` : '回到最新消息'}
      onClick={onPress}
      icon={<KeyboardArrowDown />}
    >
      {isNews && (
        <>
          有新消息<b>{count < 100 ? count : '…'}</b>
        </>
      )}
    </PlainButton>
  );
}
