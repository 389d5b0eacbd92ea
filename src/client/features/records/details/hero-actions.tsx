import CompareArrowsOutlined from '@mui/icons-material/CompareArrowsOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailSections } from '#generators/detail.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import type { CorrectionStore } from '#client/features/records/sources/correction-store.ts';
import { comparePath } from '#client/lib/compare-address.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { formPath, hashAddress, previewPath } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import type { DetailPartProps } from './detail-value.tsx';
import { retiringActions } from './retiring-actions.ts';

const RecordActions = lazyPart(
  async () => (await import('#client/features/records/actions/record-actions.tsx')).RecordActions,
);
const CorrectionDialog = lazyPart(
  async () => (await import('#client/features/records/sources/correction-dialog.tsx')).CorrectionDialog,
);

const ICON = { fontSize: 17 } as const;
const COPIED_MS = 3000;

/** What may be done with the page and with the record itself. */
export const HeroActions = observer(function HeroActions(
  props: DetailPartProps & { readonly definition: ObjectDefinition },
) {
  const { store, definition } = props;
  const own = isSystem(definition) ? (definition.actions ?? []) : retiringActions(definition.apiName);
  const actions = isSystem(definition) || props.actions?.retires === true ? own : [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [correction, setCorrection] = useState<CorrectionStore>();
  const { isPrinting, endPrint } = store;
  useEffect(() => {
    if (!isPrinting) return undefined;
    // The charts of the other tabs are drawn in the frame after they are there.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.print();
        endPrint();
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isPrinting, endPrint]);
  // Others are offered what they may do, by pages of their own.
  if (store.as) return null;
  return (
    <div className="detail-actions">
      {props.actions && actions.length > 0 && store.reply && (
        <RecordActions actions={props.actions} definition={{ ...definition, actions }} record={store.reply.record} />
      )}
      {props.further}
      {props.onKeep && !isSystem(definition) && !store.isPart && (
        <PlainButton tone="quiet" icon={<PlaylistAdd sx={ICON} />} onClick={props.onKeep}>
          加入清单
        </PlainButton>
      )}
      <ShareButton name={store.name} />
      {!isSystem(definition) && !store.isPart && (
        <PlainButton
          tone="quiet"
          icon={<RateReviewOutlined sx={ICON} />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          纠错
        </PlainButton>
      )}
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={correctableFields(props).map((field) => ({
          label: field.label,
          onChoose: () => setCorrection(store.correction(field)),
        }))}
      />
      {correction && (
        <CorrectionDialog
          store={correction}
          recordName={store.name}
          lookups={props.options}
          onClose={() => setCorrection(undefined)}
        />
      )}
      {!isSystem(definition) && !props.isBeside && (
        <PlainLink
          tone="quiet"
          icon={<CompareArrowsOutlined sx={ICON} />}
          href={hashAddress(comparePath(store.objectApiName, [store.id]))}
        >
          对比
        </PlainLink>
      )}
      {props.isBeside !== true && (
        <PlainButton tone="quiet" icon={<PrintOutlined sx={ICON} />} onClick={() => void store.print()}>
          打印
        </PlainButton>
      )}
      {store.reply?.previewable && props.isBeside !== true && (
        <PlainLink
          tone="quiet"
          icon={<VisibilityOutlined sx={ICON} />}
          href={hashAddress(previewPath(store.objectApiName, store.id, 'investor'))}
        >
          预览
        </PlainLink>
      )}
      {store.reply?.editable && (
        <PlainLink
          look="filled"
          icon={<EditOutlined sx={ICON} />}
          href={hashAddress(formPath(store.objectApiName, store.id))}
        >
          编辑
        </PlainLink>
      )}
    </div>
  );
});

/** Fields whose values a user may propose another for; what is worked out is mended where it comes from. */
const correctableFields = ({ store, definition }: DetailPartProps & { readonly definition: ObjectDefinition }) =>
  detailSections(definition)
    .flatMap((section) => section.fields)
    .filter((field) => !isAutomatic(field) && !isSealed(field) && !store.isLocked(field.apiName));

/** Hands the address of the page on: by the sheet of the phone where it has one, else by the clipboard. */
function ShareButton({ name }: { readonly name: string }) {
  const [word, setWord] = useState<string>();
  useEffect(() => {
    if (word === undefined) return undefined;
    const timer = setTimeout(() => setWord(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [word]);
  const share = async () => {
    const { href: url } = window.location;
    if ('share' in navigator && window.matchMedia('(pointer: coarse)').matches)
      // Shutting the sheet is no failure.
      return navigator.share({ title: name, url }).catch(() => undefined);
    setWord((await copyText(url)) ? '链接已复制' : '复制失败，请从地址栏复制');
    return undefined;
  };
  return (
    <>
      <PlainButton tone="quiet" icon={<ShareOutlined sx={ICON} />} onClick={() => void share()}>
        {word === '链接已复制' ? word : '分享'}
      </PlainButton>
      <span role="status" className={word === undefined || word === '链接已复制' ? 'visually-hidden' : 'detail-word'}>
        {word}
      </span>
    </>
  );
}
