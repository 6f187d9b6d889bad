import { SAMPLE_PEOPLE, type Person } from './people.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark;
  --surface: light-dark(oklch(1 0 0), oklch(.196 .009 245)); --ground: light-dark(oklch(.972 .004 240), oklch(.165 .008 245));
  --hover: light-dark(oklch(.955 .018 235), oklch(.272 .032 240)); --line: light-dark(oklch(.925 .005 240), oklch(.278 .011 245));
  --line-2: light-dark(oklch(.85 .008 240), oklch(.37 .014 245)); --edge: light-dark(oklch(.645 .012 240), oklch(.545 .014 245));
  --ink: light-dark(oklch(.235 .016 250), oklch(.94 .005 240)); --ink-2: light-dark(oklch(.405 .016 250), oklch(.79 .01 240));
  --ink-3: light-dark(oklch(.51 .015 250), oklch(.69 .012 240)); --accent: light-dark(oklch(.485 .098 238), oklch(.79 .095 228));
  --fill: light-dark(oklch(.455 .092 240), oklch(.775 .095 228)); --fill-2: light-dark(oklch(.405 .085 242), oklch(.84 .08 226));
  --on-fill: light-dark(oklch(1 0 0), oklch(.2 .035 240)); --focus: light-dark(oklch(.55 .115 240), oklch(.8 .11 228));
  --bad: light-dark(oklch(.525 .175 29), oklch(.765 .132 30)); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--ink);
  font: 14px/22px ui-sans-serif, -apple-system, "Segoe UI", Roboto, Inter, "Noto Sans", "Liberation Sans", system-ui, sans-serif; }
main { width: min(100%, 440px); display: grid; gap: 24px; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
header { display: grid; gap: 8px; } .brand { display: flex; align-items: center; gap: 10px; margin-bottom: 16px; font-weight: 600; font-size: 13px; line-height: 20px; }
.brand svg { width: 24px; height: 24px; flex: none; } h1 { font-size: 26px; line-height: 34px; font-weight: 600; letter-spacing: -.022em; text-wrap: balance; }
p { color: var(--ink-2); } .quiet { color: var(--ink-3); font-size: 12px; line-height: 18px; } code { font: 12px/20px ui-monospace, Menlo, "Liberation Mono", monospace; }
ul { list-style: none; padding: 0; display: grid; border: 1px solid var(--line-2); border-radius: 6px; overflow: clip; } li + li { border-top: 1px solid var(--line); }
button, input { font: inherit; color: inherit; } button { cursor: pointer; }
.person { display: grid; grid-template-columns: 36px 1fr auto; align-items: center; gap: 12px; width: 100%; min-height: 60px; padding: 8px 16px; border: 0; background: none; text-align: start; }
.person:hover { background: var(--hover); } .person:focus-visible { outline-offset: -2px; }
.person > span:nth-child(2) { display: grid; } .person b { font-weight: 600; } .person small { color: var(--ink-3); font-size: 12px; line-height: 18px; }
.face { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--hover); color: var(--accent); font-size: 12px; font-weight: 600; }
.go { width: 16px; height: 16px; color: var(--ink-3); fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.field { display: grid; gap: 4px; } .field label { font-size: 13px; line-height: 20px; font-weight: 500; } .field div { display: flex; flex-wrap: wrap; gap: 8px; }
.field input { flex: 1 1 180px; min-width: 0; height: 40px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); font-size: 16px; }
.field input[aria-invalid="true"] { border-color: var(--bad); } .error { color: var(--bad); font-size: 13px; line-height: 20px; }
.button { display: inline-grid; place-items: center; height: 40px; padding: 0 20px; border: 1px solid transparent; border-radius: 6px; background: var(--fill); color: var(--on-fill); font-weight: 500; text-decoration: none; }
.button:hover { background: var(--fill-2); } .bare { background: none; border-color: var(--line-2); color: var(--ink); } .bare:hover { background: var(--hover); }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: space-between; padding-top: 16px; border-top: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (max-width: 480px) { body { padding: 0; background: var(--surface); place-items: start stretch; } main { width: 100%; border: 0; padding: 24px 16px; } .button { height: 44px; flex: 1 0 auto; } }
@media (forced-colors: active) { .person, .button { border: 1px solid; } }
`;

const MARK =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="var(--ink)"/><g fill="var(--surface)"><rect x="5" y="6.25" width="8" height="2.5" rx="1.25"/><rect x="8.5" y="10.75" width="10.5" height="2.5" rx="1.25"/><rect x="5" y="15.25" width="6" height="2.5" rx="1.25"/></g></svg>';

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox sign-in service</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;

const heading = (title: string, lead: string): string =>
  `<header><p class="brand">${MARK}<span>Sandbox sign-in service</span></p><h1>${title}</h1><p>${lead}</p></header>`;

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const personButton = (person: Person): string =>
  `<li><button class="person" name="person" value="${person.sub}"><span class="face" aria-hidden="true">${initials(person.name)}</span>` +
  `<span><b>${person.name}</b><small>${capital(person.role)}</small></span>` +
  `<svg class="go" viewBox="0 0 16 16" aria-hidden="true"><path d="m6 3.5 4.5 4.5L6 12.5"/></svg></button></li>`;

export const signInPage = (typed: string, error?: string): string =>
  page(
    error ? 'Error: choose a sample user' : 'Choose a sample user',
    `${heading('Choose a sample user', 'No password here: this service runs on your own machine and knows only sample people.')}
<form method="post"><ul aria-label="Sample people">${SAMPLE_PEOPLE.map(personButton).join('')}</ul></form>
<form method="post" class="field"><label for="name">Any name</label>
<div><input id="name" name="name" value="${escapeHtml(typed)}" autocomplete="off" autocapitalize="words" spellcheck="false" required maxlength="120"${
      error
        ? ' aria-invalid="true" aria-describedby="name-error name-hint" autofocus'
        : ' aria-describedby="name-hint"'
    }>
<button class="button">Continue</button></div>
${error ? `<p class="error" id="name-error">${escapeHtml(error)}</p>` : ''}
<p class="quiet" id="name-hint">Each name is a separate user. Add <code>+20s</code> for access tokens that live 20 seconds, <code>+refused</code> to be refused.</p></form>
<form method="post" class="row"><p class="quiet">To continue to Telephony Campaign Console</p><button class="button bare" name="cancel" value="yes">Cancel</button></form>`,
  );

export const problemPage = (title: string, detail: string, home: string): string =>
  page(
    escapeHtml(title),
    `${heading(escapeHtml(title), escapeHtml(detail))}<p><a class="button" href="${home}">Back to the console</a></p>`,
  );

/** Asks before the session ends; `form` is the authorization server's own, with the id `op.logoutForm`. */
export const signOutPage = (form: string, name: string): string =>
  page(
    'Sign out',
    `${heading('Sign out?', `You are signed in as ${escapeHtml(name)}.`)}${form}
<div class="row"><button class="button" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="button bare" form="op.logoutForm">Stay signed in</button></div>`,
  );

/** Ends the session without a question: a valid ID token has shown who asks (RP-Initiated Logout 1.0, section 2). */
export const signingOutPage = (form: string): string =>
  page(
    'Signing out',
    `${heading('Signing out', 'One moment.')}${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}
<noscript><p><button class="button" form="op.logoutForm">Continue</button></p></noscript>
<script>document.getElementById('op.logoutForm').submit()</script>`,
  );

export const signedOutPage = (home: string): string =>
  problemPage('Signed out', 'Your session at the sandbox sign-in service has ended.', home);

export const stillSignedInPage = (product: string): string =>
  page(
    'Signed out of the application',
    heading(
      `You’ve logged out of Telephony Campaign Console.`,
      `You are still signed in to ${escapeHtml(product)}.`,
    ),
  );
