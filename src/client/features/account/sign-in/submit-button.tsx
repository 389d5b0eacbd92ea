interface SubmitButtonProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  /** It may not be pressed yet. */
  readonly isLater?: boolean;
}

/** The one act of a form; while it is under way it says so and takes no second press. */
export function SubmitButton({ label, busyLabel, busy, isLater = false }: SubmitButtonProps) {
  return (
    <button type="submit" className="login-submit" aria-disabled={busy || isLater} aria-busy={busy}>
      {busy ? busyLabel : label}
    </button>
  );
}
