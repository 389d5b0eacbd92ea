import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import { useState, type ReactNode } from 'react';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';

interface PasswordLineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly help?: ReactNode;
}

/** A password, which its owner may look at. */
export function PasswordLine(props: PasswordLineProps) {
  const [isShown, setShown] = useState(false);
  return (
    <PlainField
      {...props}
      type={isShown ? 'text' : 'password'}
      name={props.autoComplete}
      maxLength={200}
      end={
        <PlainButton
          look="icon"
          tone="quiet"
          icon={isShown ? <VisibilityOff /> : <Visibility />}
          aria-label={`显示${props.label}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
