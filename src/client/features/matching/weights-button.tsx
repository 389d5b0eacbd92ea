import Tune from '@mui/icons-material/Tune';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { MatchList, Weights } from '#schemas/api/match-lists.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { LazyPopover } from '#client/ui/lazy-popups.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';

interface WeightsButtonProps {
  /** Criteria, with what is made of each now. */
  readonly weights: MatchList['weights'];
  readonly onChange: (weights: Weights) => void;
  /** Keeps them where the subject is a mandate. */
  readonly onSave?: ((weights: Weights) => Promise<void>) | undefined;
}

const WORDS: Readonly<Record<number, string>> = { 0: '不看', 0.5: '较轻', 1: '照常', 1.5: '较重', 2: '加倍' };

/** How much is made of each criterion: a slider for each, from nothing to twice. */
export const WeightsButton = observer(function WeightsButton({ weights, onChange, onSave }: WeightsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [saving] = useState(() => new Mutation());
  const [isSaved, setSaved] = useState(false);
  const isChanged = weights.some(({ weight }) => weight !== 1);
  const all = (): Record<string, number> => Object.fromEntries(weights.map(({ key, weight }) => [key, weight]));
  const change = (next: Weights) => {
    setSaved(false);
    onChange(next);
  };
  return (
    <>
      <PlainButton
        look="outlined"
        icon={<Tune />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        条件权重{isChanged && <small className="match-changed">已调整</small>}
      </PlainButton>
      <LazyPopover anchor={anchor} title="条件权重" onClose={() => setAnchor(null)}>
        <div className="match-weights">
          <p>拖动滑块决定每项条件的轻重，分数随之改变，各项相加仍等于合计。</p>
          {weights.map(({ key, label, weight }) => (
            <label key={key}>
              <span>{label}</span>
              <input
                type="range"
                min={0}
                max={2}
                step={0.5}
                value={weight}
                aria-valuetext={WORDS[weight]}
                onChange={({ target }) => change({ ...all(), [key]: Number(target.value) })}
              />
              <output>{WORDS[weight]}</output>
            </label>
          ))}
          <div className="match-weights-foot">
            <PlainButton
              disabled={!isChanged}
              onClick={() => change(Object.fromEntries(weights.map(({ key }) => [key, 1])))}
            >
              恢复默认
            </PlainButton>
            {onSave && (
              <PlainButton
                look="outlined"
                disabled={saving.isBusy || isSaved}
                onClick={() =>
                  void saving.run(
                    () => onSave(all()),
                    () => setSaved(true),
                  )
                }
              >
                {isSaved ? '已保存' : '保存到投资需求'}
              </PlainButton>
            )}
          </div>
          {saving.failure && <p role="alert">{saving.failure.message}</p>}
        </div>
      </LazyPopover>
    </>
  );
});
