import { useMutation, useQueryClient } from '@tanstack/react-query';

/** While it is under way, in any component, another call does nothing. */
export const useOnce = <Input, Result>(
  mutationKey: readonly string[],
  mutationFn: (input: Input) => Promise<Result>,
) => {
  const client = useQueryClient();
  const { data, isPending, mutate } = useMutation({ mutationKey, mutationFn });
  const act = (input: Input): void => {
    if (client.isMutating({ mutationKey }) === 0) mutate(input);
  };
  return { data, isPending, act };
};
