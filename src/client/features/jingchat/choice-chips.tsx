import { MoreChoices } from './more-choices.tsx';

interface ChoiceChipsProps {
  /** What the chips are. */
  readonly label: string;
  readonly choices: readonly string[];
  readonly isBusy: boolean;
  readonly onChoose: (choice: string, at: number) => void;
}

/** Chips at most; what is beyond them is behind a button. */
const SHOWN = 3;

/** Ways to go on, each by one press. */
export function ChoiceChips({ label, choices, isBusy, onChoose }: ChoiceChipsProps) {
  if (choices.length === 0) return null;
  // A button for one choice more would take the place of that choice.
  const shown = choices.length > SHOWN + 1 ? choices.slice(0, SHOWN) : choices;
  const rest = choices.slice(shown.length);
  return (
    <div className="jing-choices">
      <span aria-hidden>{label}</span>
      <ul aria-label={label}>
        {shown.map((choice, at) => (
          <li key={choice}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(choice, at)}>
              {choice}
            </button>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <MoreChoices
              label={`${label}：其他 ${rest.length} 项`}
              choices={rest.map((choice, at) => ({
                label: choice,
                onChoose: () => onChoose(choice, shown.length + at),
              }))}
            />
          </li>
        )}
      </ul>
    </div>
  );
}
