// Takes the place of the package of that name in the build.
export { useSyncExternalStore } from 'react';
