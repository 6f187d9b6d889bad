/** How reads go: only when they are asked for, whatever the browser says of its connection, and never again by themselves. */
export const QUERY_DEFAULTS = {
  networkMode: 'always',
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
