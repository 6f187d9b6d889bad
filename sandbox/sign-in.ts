import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider/lib/provider.js';
import { problemPage, signInPage } from './pages.ts';
import type { Directory } from './people.ts';

const MAX_FORM_BYTES = 10_000;

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_FORM_BYTES) break;
    chunks.push(buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

export const addSignInPage = (provider: Provider, home: string, directory: Directory) => {
  provider.use(async (ctx, next) => {
    if (!/^\/interaction\/[\w-]+$/.test(ctx.path)) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    let interaction;
    try {
      interaction = await provider.interactionDetails(ctx.req, ctx.res);
    } catch {
      ctx.status = 400;
      ctx.body = problemPage(
        'This sign-in has ended',
        'It was finished or given up, or it took too long.',
        home,
      );
      return undefined;
    }
    const finish = async (result: Parameters<typeof provider.interactionResult>[2]) => {
      ctx.status = 303;
      ctx.redirect(
        await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: true }),
      );
    };
    if (interaction.prompt.name === 'consent') return finish({ consent: {} });
    if (ctx.method !== 'POST') {
      const hint = interaction.params['login_hint'];
      ctx.body = signInPage(typeof hint === 'string' ? hint : '');
      return undefined;
    }
    const form = await readForm(ctx.req);
    if (form.has('cancel'))
      return finish({ error: 'access_denied', error_description: 'Sign-in was cancelled' });
    const sample = directory.find(form.get('person') ?? '');
    const typed = sample?.name ?? form.get('name') ?? '';
    const signIn = directory.signIn(typed);
    switch (signIn.outcome) {
      case 'signed-in':
        return finish({ login: { accountId: signIn.person.sub, amr: ['pwd'] } });
      case 'refused':
        return finish({ error: signIn.error, error_description: signIn.description });
      case 'invalid':
        // Not 422: browsers log a failed document in the console.
        ctx.body = signInPage(typed, signIn.reason);
        return undefined;
    }
  });
};
