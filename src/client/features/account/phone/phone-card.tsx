import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { CodeLine, codeProblem } from './code-line.tsx';
import type { CountriesStore } from './countries-store.ts';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { PhoneLine } from './phone-line.tsx';
import type { OwnerProof, PhoneStore } from './phone-store.ts';

interface PhoneCardProps {
  readonly store: PhoneStore;
  readonly countries: CountriesStore;
  /** The number that is bound now, masked; null when there is none. */
  readonly phone: string | null;
  /** How the owner proves to be so; the personal center gives it. */
  readonly owner: OwnerParts;
  readonly onBound: () => void;
}

export interface OwnerParts {
  /** Its inputs, with what the server said of them. */
  readonly fields: (problem: string | undefined) => ReactNode;
  /** What was typed; undefined while it is not whole. */
  readonly proof: () => OwnerProof | undefined;
  readonly forget: () => void;
}

/** The number of the account, and binding another. */
export const PhoneCard = observer(function PhoneCard({ store, countries, phone, owner, onBound }: PhoneCardProps) {
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
          owner={owner}
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

const Binding = observer(function Binding({ store, countries, owner, label, onBound, onCancel }: BindingProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isUnproved, setUnproved] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = codeProblem(code);
    setProblem(wrong);
    const proof = owner.proof();
    setUnproved(proof === undefined);
    if (!store.sender.checkNumber() || wrong !== undefined || proof === undefined) return;
    if (!(await store.bind(code, proof))) return;
    owner.forget();
    onBound();
  };
  const said = store.binding.failure?.problems.find(({ field }) => field === 'password')?.message;
  return (
    <form className="personal-narrow" noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      <FormFailure
        message={said === undefined ? (store.binding.failure ?? store.sender.failure)?.message : undefined}
      />
      <p className="personal-soft">为保护账号，请先验证身份；更换后其他设备需要重新登录。</p>
      {owner.fields(said ?? (isUnproved ? '请填写登录密码或短信验证码' : undefined))}
      <PhoneLine sender={store.sender} countries={countries} />
      <CodeLine
        sender={store.sender}
        value={code}
        problem={problem}
        onChange={(value) => {
          setCode(value);
          setProblem(undefined);
          store.binding.clear();
        }}
      />
      <div className="personal-acts">
        <Button type="submit" variant="contained" disabled={store.binding.isBusy}>
          {store.binding.isBusy ? '正在保存…' : '保存'}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
});
