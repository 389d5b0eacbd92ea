import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { PlainButton } from './plain-button.tsx';
import { WarningBar } from './warning-bar.tsx';
import './lazy-part.css';

/** A part of a screen whose code is fetched when it is first shown. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Fetches the code in advance. Fails as the network does; asked again it tries again. */
  readonly load: () => Promise<void>;
}

/** What is shown in the place of the part while its code is not there. */
export interface PlaceholderProps<Props> {
  /** What the part will be given. */
  readonly given: Props;
  /** Why the code could not be fetched. */
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/**
 * A part whose code is loaded with its first use. Code that has been fetched is shown at once, with nothing in its place
 * before. Without a placeholder of its own nothing is shown meanwhile, and the page says it where the code cannot be had.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<PlaceholderProps<Props>> = reserved(null),
): LazyPart<Props> {
  let Part: ComponentType<Props> | undefined;
  const load = async () => {
    Part ??= await fetchPart();
  };
  function Lazy(props: Props) {
    const [, setThere] = useState(false);
    const [error, setError] = useState<Error>();
    useEffect(() => {
      if (error || Part) return undefined;
      let isWanted = true;
      load().then(
        () => isWanted && setThere(true),
        (thrown: unknown) => isWanted && setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      );
      return () => {
        isWanted = false;
      };
    }, [error]);
    if (Part) return <Part {...props} />;
    return <Placeholder given={props} error={error} onRetry={() => setError(undefined)} />;
  }
  return Object.assign(Lazy, { load });
}

/** Shows something in the place of a part until it is there; a failure is the error boundary's, as any fault of a page. */
export const reserved = (space: ReactNode) =>
  function Reserved({ error }: { readonly error: Error | undefined }): ReactNode {
    if (error) throw error;
    return space;
  };

/** A part that fills its place: words are shown there meanwhile. */
export const lazyPanel = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  lazyPart(fetchPart, ({ error, onRetry }) =>
    error ? (
      <Notice isAlert title="加载失败" action={{ label: '重试', onPress: onRetry }} />
    ) : (
      <Notice title="正在加载…" />
    ),
  );

/** A part that floats above the others: it opens when its code is there, and where that fails it says so in its place. */
export const lazyPopup = <Props extends { readonly onClose: (byKey: boolean) => void }>(
  fetchPart: () => Promise<ComponentType<Props>>,
) =>
  lazyPart(fetchPart, ({ given, error, onRetry }) =>
    error ? <LazyFailure onRetry={onRetry} onClose={() => given.onClose(true)} /> : null,
  );

interface LazyFailureProps {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Says above all else that something cannot be opened. */
export function LazyFailure({ onRetry, onClose }: LazyFailureProps) {
  return (
    <div className="lazy-failure">
      <WarningBar onClose={onClose}>
        加载失败，请检查网络 <PlainButton onClick={onRetry}>重试</PlainButton>
      </WarningBar>
    </div>
  );
}
