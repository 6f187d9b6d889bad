import { useEffect, useEffectEvent } from 'react';

/** Listens to the window while the component is mounted. */
export const useListener = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  capture = false,
): void => {
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: WindowEventMap[Type]) => latest(event);
    addEventListener(type, listen, { capture });
    return () => removeEventListener(type, listen, { capture });
  }, [type, capture]);
};
