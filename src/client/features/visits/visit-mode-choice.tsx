import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { VisitMode } from '#schemas/api/visits.ts';
import { Notice } from '#client/ui/notice.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import type { VisitModeStore } from './visit-mode-store.ts';

const CHOICES: readonly { readonly value: VisitMode; readonly label: string; readonly help: string }[] = [
  { value: 'open', label: '公开身份', help: '企业能看到您的姓名、机构和职务，并可以私信您。' },
  {
    value: 'institution',
    label: '只显示机构',
    help: '不显示姓名、职务和具体时间；同一机构至少有三位投资人使用时才显示机构名称。',
  },
  {
    value: 'private',
    label: '匿名',
    help: '不出现在访客名单和任何统计数字中；相应地，您也看不到谁看过您的企业。',
  },
];

/** Chooses what others learn of the user's visits. */
export const VisitModeChoice = observer(function VisitModeChoice({ store }: { readonly store: VisitModeStore }) {
  useEffect(() => void store.load(), [store]);
  const { mode, failure, isSaved } = store;
  return (
    <>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {mode !== undefined && (
        <RadioChoice
          label="浏览可见性"
          isLabelHidden
          value={mode}
          onChange={(next) => void store.save(next)}
          choices={CHOICES}
        />
      )}
      <p role="status" className="visit-saved">
        {isSaved ? '已保存，对以前的浏览同样生效' : ''}
      </p>
    </>
  );
});
