import { observer } from 'mobx-react-lite';
import { PlainField } from '#client/ui/plain-field.tsx';
import type { CodeSender } from './code-sender.ts';
import type { CountriesStore } from './countries-store.ts';
import { CountryChooser } from './country-chooser.tsx';

interface PhoneLineProps {
  readonly sender: CodeSender;
  readonly countries: CountriesStore;
}

/** A number with its calling code. */
export const PhoneLine = observer(function PhoneLine({ sender, countries }: PhoneLineProps) {
  return (
    <PlainField
      label="手机号"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      name="phone"
      maxLength={20}
      placeholder="请输入手机号"
      value={sender.phone}
      problem={sender.problem}
      onChange={sender.setPhone}
      start={<CountryChooser countries={countries} value={sender.countryCode} onChange={sender.setCountry} />}
    />
  );
});
