import { useEffect, useState } from 'react';

/**
 * Keeps the screen on as long as the part is shown (Screen Wake Lock API). A browser gives the lock up with the page's
 * visibility, so it is taken anew when the page is back. False where this browser does not do it.
 */
export const useWakeLock = (): boolean => {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const own = await navigator.wakeLock.request('screen');
        own.addEventListener('release', () => setHeld(false));
        if (isOver) await own.release();
        else {
          lock = own;
          setHeld(true);
        }
      } catch {
        // On a low battery, or not allowed here.
        setHeld(false);
      }
    };
    const follow = () => void take();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', follow);
      void lock?.release();
    };
  }, []);
  return isHeld;
};
