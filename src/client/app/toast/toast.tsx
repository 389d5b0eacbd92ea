import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import { useEffect } from 'react';
import './toast.css';

const SHOWN_MS = 4000;

interface ToastProps {
  readonly text: string;
  readonly onEnd: () => void;
}

/** A word of success above the screen, gone by itself. */
export function Toast({ text, onEnd }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text, onEnd]);
  return (
    <p className="toast">
      <CheckCircleOutlined aria-hidden />
      {text}
    </p>
  );
}
