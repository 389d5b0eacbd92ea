interface ChoiceChipsProps {
  /** What the chips are. */
  readonly label: string;
  readonly choices: readonly string[];
  readonly isBusy: boolean;
  readonly onChoose: (choice: string, at: number) => void;
}

/** Ways to go on, each by one press. */
export function ChoiceChips({ label, choices, isBusy, onChoose }: ChoiceChipsProps) {
  if (choices.length === 0) return null;
  return (
    <div className="jing-choices">
      <span aria-hidden>{label}</span>
      <ul aria-label={label}>
        {choices.map((choice, at) => (
          <li key={choice}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(choice, at)}>
              {choice}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
