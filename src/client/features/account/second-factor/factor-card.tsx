import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { FactorSteps } from './factor-steps.tsx';
import type { FactorStore } from './factor-store.ts';

interface FactorCardProps {
  readonly store: FactorStore;
  readonly phone: string | null;
  readonly save: (name: string, text: string) => void;
}

/** The second factor of the account: set up, replaced, with new recovery codes, or ended. */
export const FactorCard = observer(function FactorCard({ store, phone, save }: FactorCardProps) {
  const { state, stage, isOn } = store;
  useEffect(() => {
    void state.load();
    return () => store.proof.code.close();
  }, [state, store]);
  const rest = () => store.open('rest');
  return (
    <section className="personal-card" aria-label="两步验证">
      <div className="personal-row">
        <div>
          <b>两步验证</b>
          <p className="personal-soft">{state.failure?.message ?? wordsOf(store)}</p>
        </div>
        {stage === 'rest' && state.value && !isOn && <Button onClick={() => store.open('prove')}>开启</Button>}
      </div>
      {stage === 'rest' && isOn && (
        <div className="personal-acts">
          <Button onClick={() => store.open('renew')}>重新生成恢复码</Button>
          <Button onClick={() => store.open('prove')}>更换身份验证器</Button>
          {state.value?.isRequired === false && (
            <Button color="error" onClick={() => store.open('end')}>
              关闭
            </Button>
          )}
        </div>
      )}
      <FactorSteps store={store} phone={phone} save={save} onDone={rest} onCancel={rest} />
    </section>
  );
});

function wordsOf({ state: { value }, isOn }: FactorStore): string {
  if (!value) return '正在读取…';
  if (!isOn || value.since === null)
    return '未开启。开启后，登录时除密码或短信外，还需要手机上身份验证器应用的动态验证码。';
  const left = value.recoveryLeft === 0 ? '恢复码已用完，请重新生成' : `剩余 ${value.recoveryLeft} 个恢复码`;
  return `已于 ${shownMoment(value.since)} 开启，${left}。${value.isRequired ? '运营人员必须使用两步验证。' : ''}`;
}
