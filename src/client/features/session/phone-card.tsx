import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import { CodeLine, codeProblem } from './code-line.tsx';
import type { CountriesStore } from './countries-store.ts';
import { FormFailure } from './form-failure.tsx';
import { PhoneLine } from './phone-line.tsx';
import type { PhoneStore } from './phone-store.ts';

interface PhoneCardProps {
  readonly store: PhoneStore;
  readonly countries: CountriesStore;
  /** The number that is bound now, masked; null when there is none. */
  readonly phone: string | null;
  readonly onBound: () => void;
}

/** The number of the account, and binding another. */
export const PhoneCard = observer(function PhoneCard({ store, countries, phone, onBound }: PhoneCardProps) {
  const [isOpen, setOpen] = useState(false);
  const word = phone === null ? '绑定手机号' : '更换手机号';
  return (
    <section className="personal-card" aria-label="手机号">
      <div className="personal-row">
        <div>
          <b>手机号</b>
          <p className="personal-soft">{phone === null ? '尚未绑定' : `${phone}，可用于登录与找回密码`}</p>
        </div>
        {!isOpen && <Button onClick={() => setOpen(true)}>{word}</Button>}
      </div>
      {isOpen && (
        <Binding
          store={store}
          countries={countries}
          label={word}
          onBound={() => {
            setOpen(false);
            onBound();
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  );
});

interface BindingProps extends Omit<PhoneCardProps, 'phone'> {
  readonly label: string;
  readonly onCancel: () => void;
}

const Binding = observer(function Binding({ store, countries, label, onBound, onCancel }: BindingProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = codeProblem(code);
    setProblem(wrong);
    if (store.sender.checkNumber() && wrong === undefined && (await store.bind(code))) onBound();
  };
  return (
    <form className="personal-narrow" noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      <FormFailure message={(store.failure ?? store.sender.failure)?.message} />
      <PhoneLine sender={store.sender} countries={countries} />
      <CodeLine
        sender={store.sender}
        value={code}
        problem={problem}
        onChange={(value) => {
          setCode(value);
          setProblem(undefined);
          store.forget();
        }}
      />
      <div className="personal-acts">
        <Button type="submit" variant="contained" disabled={store.busy}>
          {store.busy ? '正在保存…' : '保存'}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
});
