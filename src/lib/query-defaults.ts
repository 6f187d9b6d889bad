/** Queries run only on demand, whatever the browser says about its connection. */
export const QUERY_DEFAULTS = {
  networkMode: 'always',
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
