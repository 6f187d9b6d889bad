// Inside the page and without imports, since it runs if files are missing. Loads them again, because another server behind
// the same address may have them, then explains why they are missing.

// oxlint-disable-next-line no-unused-vars -- extends the browser's type
interface Window {
  /** The paths of scripts and styles that the page names and the server doesn't have. */
  findMissing?: () => Promise<string[]>;
}

{
  const TRIES = 10;
  const PAUSE_MS = 200;
  const page = document.documentElement;
  const base = page.dataset['base'] ?? '';

  const isTriedAgain = new WeakSet<EventTarget>();
  const loadStyles = (missing: HTMLLinkElement) =>
    new Promise((resolve, reject) => {
      const link = document.createElement('link');
      link.addEventListener('load', resolve);
      link.addEventListener('error', reject);
      Object.assign(link, {
        rel: 'stylesheet',
        href: missing.href,
        integrity: missing.integrity,
        crossOrigin: '',
      });
      isTriedAgain.add(link);
      missing.after(link);
    });

  /** The build in a folder of this server; undefined if there is none. */
  const readBuild = async (folder: string): Promise<unknown> => {
    try {
      const response = await fetch(`${folder}version.json`, { cache: 'no-store' });
      return ((await response.json()) as { build?: unknown }).build;
    } catch {
      return undefined;
    }
  };

  /** The folder of this page on the server, from the longest possible. */
  const findFolder = async (): Promise<string | undefined> => {
    const names = location.pathname.split('/').filter(Boolean).slice(0, 5);
    const folders = ['', ...names].map((_, count) => ['', ...names.slice(0, count), ''].join('/'));
    const builds = await Promise.all(folders.map(readBuild));
    return folders[builds.findLastIndex((build) => build !== undefined)];
  };

  const isMissing = async (path: string): Promise<boolean> => {
    const response = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    return !response?.ok || response.headers.get('Content-Type')?.startsWith('text/html') === true;
  };

  const findMissing = async (): Promise<string[]> => {
    const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
    const { integrity = {} } = JSON.parse(map) as { integrity?: Record<string, string> };
    const styles = [...document.querySelectorAll('link[rel="stylesheet"]')];
    const paths = [
      ...new Set([...styles.map((link) => link.getAttribute('href') ?? ''), ...Object.keys(integrity)]),
    ];
    const missing = await Promise.all(paths.map(isMissing));
    return paths.filter((_, at) => missing[at]);
  };
  window.findMissing = findMissing;

  const explain = async (): Promise<string> => {
    const build = await readBuild(base);
    document.getElementById('first-setup-link')?.toggleAttribute('hidden', build === undefined);
    if (build === undefined) {
      const folder = await findFolder();
      return folder === undefined
        ? 'The server doesn’t answer, or has no build of the console here: version.json is missing. Check the connection, or publish all files of one build.'
        : `The console is served at ${folder}, and was prepared for ${base}. Prepare it again with CONSOLE_BASE_PATH=${folder}, or serve it at ${base}.`;
    }
    if (build !== page.dataset['build'])
      return 'This page is out of date: the server has another version. If reloading doesn’t help, a cache keeps the old page: it must be sent with Cache-Control: no-cache.';
    const missing = await findMissing();
    return missing.length > 0
      ? `Missing on the server: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}. Publish all files of the build.`
      : 'All files are on the server, but the browser refused one. A proxy may change scripts or styles: switch that off for this site.';
  };

  let failed = false;
  const load = async (attempt: () => Promise<unknown>): Promise<void> => {
    for (let count = 0; count < TRIES; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
      try {
        // oxlint-disable-next-line no-await-in-loop -- see above
        return void (await attempt());
      } catch {
        // Again, or the page says why.
      }
    }
    if (failed) return;
    failed = true;
    page.dataset['first'] = 'failed';
    const cause = await explain();
    document.getElementById('first-cause')?.replaceChildren(cause);
  };

  addEventListener(
    'error',
    ({ target }) => {
      if (target === null || isTriedAgain.has(target)) return;
      if (target instanceof HTMLScriptElement && target.type === 'module')
        void load(() => import(/* @vite-ignore */ target.src));
      if (!(target instanceof HTMLLinkElement)) return;
      if (target.rel === 'stylesheet') void load(() => loadStyles(target));
      // Of the page's own links: src/first.ts adds those of areas, whose failures are shown there.
      if (target.rel === 'modulepreload' && target.integrity !== '')
        void load(() => import(/* @vite-ignore */ target.href));
    },
    true,
  );
}
