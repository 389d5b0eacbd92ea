import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { PlainButton } from './plain-button.tsx';
import { WarningBar } from './warning-bar.tsx';
import './late-part.css';

/** A part of a screen whose code is fetched when it is first shown. */
export interface LatePart<Props> {
  (props: Props): ReactNode;
  /** Fetches the code before, where it is not there. Fails as the network does; asked again it tries again. */
  readonly load: () => Promise<void>;
}

/** What stands in the place of the part while its code is not there. */
export interface StandIn<Props> {
  /** What the part will be given. */
  readonly given: Props;
  /** The code could not be fetched. */
  readonly isFailed: boolean;
  readonly onRetry: () => void;
}

/** Code that has been fetched is shown at once, with nothing in its place before. */
export function latePart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  InPlace: ComponentType<StandIn<Props>>,
): LatePart<Props> {
  let Part: ComponentType<Props> | undefined;
  const load = async () => {
    Part ??= await fetchPart();
  };
  function Late(props: Props) {
    const [, setThere] = useState(false);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      if (isFailed || Part) return undefined;
      let isWanted = true;
      load().then(
        () => isWanted && setThere(true),
        () => isWanted && setFailed(true),
      );
      return () => {
        isWanted = false;
      };
    }, [isFailed]);
    if (Part) return <Part {...props} />;
    return <InPlace given={props} isFailed={isFailed} onRetry={() => setFailed(false)} />;
  }
  return Object.assign(Late, { load });
}

/** A part that fills its place: words stand there meanwhile. */
export const latePanel = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  latePart(fetchPart, ({ isFailed, onRetry }) =>
    isFailed ? (
      <Notice isAlert title="加载失败" action={{ label: '重试', onPress: onRetry }} />
    ) : (
      <Notice title="正在加载…" />
    ),
  );

/** A part that floats above the others: it opens when its code is there, and where that fails it says so in its place. */
export const latePopup = <Props extends { readonly onClose: (byKey: boolean) => void }>(
  fetchPart: () => Promise<ComponentType<Props>>,
) =>
  latePart(fetchPart, ({ given, isFailed, onRetry }) =>
    isFailed ? <LateFailure onRetry={onRetry} onClose={() => given.onClose(true)} /> : null,
  );

interface LateFailureProps {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Says above all else that something cannot be opened. */
export function LateFailure({ onRetry, onClose }: LateFailureProps) {
  return (
    <div className="late-failure">
      <WarningBar onClose={onClose}>
        加载失败，请检查网络 <PlainButton onClick={onRetry}>重试</PlainButton>
      </WarningBar>
    </div>
  );
}
