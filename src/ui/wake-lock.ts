import { useEffect } from 'react';

/**
 * Keeps the screen on as long as the part is shown (Screen Wake Lock API). A browser releases the lock when the page is
 * hidden, so it is requested again when the page is back.
 */
export const useWakeLock = (): void =>
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused on a low battery, or not allowed here.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) await lock?.release();
    };
    const follow = () => void request();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', follow);
      void lock?.release();
    };
  }, []);
