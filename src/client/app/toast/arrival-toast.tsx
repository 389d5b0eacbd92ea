import type { Arrival } from '#client/features/chat/conversations/arrivals-store.ts';
import { Toast } from '#client/ui/toast.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import './arrival-toast.css';

interface ArrivalToastProps {
  readonly arrival: Arrival;
  readonly onOpen: (arrival: Arrival) => void;
  readonly onEnd: () => void;
}

/** Who wrote and what, above every page; a press opens the conversation. */
export function ArrivalToast({ arrival, onOpen, onEnd }: ArrivalToastProps) {
  return (
    <Toast tone="news" isWithinStatus onEnd={onEnd}>
      <span className="arrival">
        <strong>{arrival.name}</strong>
        <span>{arrival.words}</span>
        <PlainButton onClick={() => onOpen(arrival)}>查看私信</PlainButton>
      </span>
    </Toast>
  );
}
