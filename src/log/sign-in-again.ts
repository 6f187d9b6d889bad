import { describeSignInProblem } from '#src/auth/problems.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useWorkspace } from './workspace.ts';

/** For a button; a message says what went wrong. */
export const useSignInAgain = () => {
  const { session } = useWorkspace();
  return async (): Promise<void> => {
    const problem = await session.signInAgain();
    if (problem)
      showToast({
        tone: 'bad',
        text: `Sign-in failed (${problem.code}). ${describeSignInProblem(problem).advice}`,
      });
  };
};
