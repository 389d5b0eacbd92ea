import Search from '@mui/icons-material/Search';
import { Control } from '#client/ui/field-types/inputs/control.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Narrows what is on screen while a person types. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <Control
      className="meta-search"
      type="search"
      value={value}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      startAdornment={<Search sx={{ fontSize: 18, color: 'text.secondary' }} />}
      inputProps={{ 'aria-label': label }}
    />
  );
}
