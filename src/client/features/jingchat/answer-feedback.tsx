import { observer } from 'mobx-react-lite';
import { type SubmitEvent, useState } from 'react';
import { MAX_REMARK } from '#schemas/generated/api/jingchat-learning.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { JingchatStore } from './jingchat-store.ts';
import type { Turn } from './turn.ts';

interface AnswerFeedbackProps {
  readonly turn: Turn;
  readonly store: JingchatStore;
}

/** Whether an answer was of use; where it was not, the user may say why. A second press takes it back. */
export const AnswerFeedback = observer(function AnswerFeedback({ turn, store }: AnswerFeedbackProps) {
  const [isAsking, setAsking] = useState(false);
  const verdict = turn.answer?.verdict;
  const say = (next: 'useful' | 'wrong') => {
    const isWrong = next === 'wrong' && verdict !== 'wrong';
    setAsking(isWrong);
    if (isWrong && !store.reasons.value) void store.reasons.load();
    void store.judge(turn, { verdict: verdict === next ? null : next });
  };
  const explain = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const [reason, remark] = ['reason', 'remark'].map((name) => String(entered.get(name) ?? '').trim());
    setAsking(false);
    void store.judge(turn, { verdict: 'wrong', ...(reason && { reason }), ...(remark && { remark }) });
  };
  return (
    <div className="jing-feedback" role="group" aria-label="这个回答">
      <PlainButton aria-pressed={verdict === 'useful'} onClick={() => say('useful')}>
        {verdict === 'useful' ? '✓ 有用' : '有用'}
      </PlainButton>
      <PlainButton aria-pressed={verdict === 'wrong'} onClick={() => say('wrong')}>
        {verdict === 'wrong' ? '✓ 不对' : '不对'}
      </PlainButton>
      {turn.judging && <span role="alert">{turn.judging.message}</span>}
      {isAsking && verdict === 'wrong' && (
        <form onSubmit={explain}>
          <label>
            原因（选填）
            <select name="reason" defaultValue="">
              <option value="">请选择</option>
              {store.reasons.value?.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            说明（选填）
            <input name="remark" maxLength={MAX_REMARK} autoComplete="off" placeholder="正确的应该是……" />
          </label>
          <PlainButton type="submit" look="outlined">
            提交
          </PlainButton>
        </form>
      )}
      {verdict === 'wrong' && !isAsking && <span>已反馈，运营人员会查看问题和查询条件，看不到提问人</span>}
    </div>
  );
});
