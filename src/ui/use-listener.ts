import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens to the window from the moment at which the component is seen. */
export const useListener = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): void => {
  const latest = useEffectEvent(listener);
  useLayoutEffect(() => {
    const listen = (event: WindowEventMap[Type]) => latest(event);
    addEventListener(type, listen);
    return () => removeEventListener(type, listen);
  }, [type]);
};
